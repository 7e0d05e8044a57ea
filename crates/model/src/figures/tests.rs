use super::*;

const WHOLE: Company = Company::WHOLE;
const FINER: Company = Company { percents: 1, means: 1, ..WHOLE };

#[test]
fn a_chance_is_never_told_as_more_or_less_than_it_can_be() {
    let chances = [0.0, 1e-9, 0.000_463, 0.0046, 0.009_96, 0.125, 0.4999, 0.5, 0.579, 0.9956, 0.9996, 1.0];
    let whole = ["0", "<0.001", "0.046", "0.46", "1", "13", "49.99", "50", "58", "99.6", ">99.9", "100"];
    assert_eq!(chances.map(|chance| WHOLE.hundredths(chance)), whole);
    let finer = ["0", "<0.001", "0.046", "0.46", "1.0", "12.5", "49.99", "50.0", "57.9", "99.6", ">99.9", "100"];
    assert_eq!(chances.map(|chance| FINER.hundredths(chance)), finer);
}

#[test]
fn the_company_tells_its_columns_apart() {
    let of = |chances: &[f64]| Company::of(&[chances.to_vec()], &[]).percents;
    assert_eq!([of(&[0.42, 0.58]), of(&[0.421, 0.424]), of(&[0.125])], [0, 1, 1]);
    assert_eq!([of(&[0.0042, 0.0044]), of(&[0.42, 0.42]), of(&[0.496, 0.2])], [0, 0, 1]);
    assert_eq!(Company::of(&[vec![0.421], vec![0.424]], &[]).percents, 0, "other columns do not count");
    let means = |means: &[f64]| Company::of(&[], &[means.to_vec()]).means;
    assert_eq!([means(&[2.5, 2.51]), means(&[2.501, 2.502]), means(&[2.5001, 2.5002])], [0, 1, 2]);
    assert_eq!(means(&[2.5, 2.500_000_1]), 1, "what no digit tells apart does not fill the page with digits");
}

#[test]
fn a_mean_has_three_digits_that_count() {
    let means = [0.0, 2.2778, 9.996, 14.55, 145.2, 12_345.6, 0.046, -1.5, 1e-8];
    let told = ["0", "2.28", "10.0", "14.6", "145", "12,346", "0.0460", "−1.50", "<0.000001"];
    assert_eq!(means.map(|mean| WHOLE.mean(mean)), told);
}

#[test]
fn differences_are_reckoned_before_they_are_rounded() {
    let told = [0.017, 0.0003, 0.0, -0.2].map(|by| FINER.difference(by, true));
    assert_eq!(told, ["1.7", "<0.1", "0", "20.0"]);
    assert_eq!([0.017, 12.34].map(|by| WHOLE.difference(by, false)), ["0.02", "12.3"]);
    assert_eq!([0.2, -0.017, 0.0003, -0.0003, 0.0].map(|by| WHOLE.signed(by, true)), ["+20", "−2", "<+1", ">−1", "0"]);
}

#[test]
fn rare_chances_are_one_of_so_many() {
    let told = [1.0 / 46_656.0, 1.0 / 2_176_782_336.0, 1e-20, 0.5].map(|chance| one_in(chance, Numerals::ENGLISH));
    let of = |text: &str| Some(text.to_owned());
    assert_eq!(told, [of("1 in 46,656"), of("1 in 2,180,000,000"), of("less than 1 in a trillion"), None]);
}

#[test]
fn large_numbers_have_commas() {
    assert_eq!([fixed(1234.0, 0), fixed(12_345.6, 1), fixed(-0.04, 1)], ["1234", "12,345.6", "0.0"]);
    assert_eq!(grouped(1_000_000), "1,000,000");
}
