//! The gallery: its pictures, its pages, and the front page.

use maud::{Markup, PreEscaped, Render, html};
use oddsmith::export::html::{sentence_html, with_code_spans};
use oddsmith::gallery::{self, Mechanic};

use crate::code::{Language, highlight};
use crate::document::render;
use crate::documents::{self, Document};
use crate::files::Files;
use crate::frame::{self, Part};
use crate::shown::{self, ShownChart, ShownGame};

/// The width of a picture in pixels: one column of the page, or two.
const PICTURE_WIDTHS: [f64; 2] = [560.0, 1100.0];

/// Returns the files of the gallery that the program makes.
pub fn pictures() -> Result<Files, String> {
    let games = shown::run_games()?;
    let mut files = Files::default();
    for shown_game in &games {
        files.add(
            &format!("{0}/{0}.svg", shown_game.game.name),
            picture(&shown_game.charts[0]),
        );
    }
    let answers: Vec<(&str, String)> = games
        .iter()
        .map(|shown_game| (shown_game.game.name, shown_game.sentences[0].text()))
        .collect();
    files.add(
        "answers.toml",
        gallery::answers_toml(
            answers
                .iter()
                .map(|(name, answer)| (*name, answer.as_str())),
        ),
    );
    Ok(files)
}

/// Returns a chart as a separate file, with a dark mode.
fn picture(chart: &ShownChart) -> String {
    let inner = chart.wide.trim_start_matches("<svg ");
    let size = inner
        .split('"')
        .nth(1)
        .unwrap_or_default()
        .split(' ')
        .skip(2);
    let [width, height] = [size.clone().next(), size.clone().nth(1)].map(|text| {
        text.and_then(|text| text.parse::<f64>().ok())
            .unwrap_or(1.0)
    });
    let wide = PICTURE_WIDTHS[usize::from(chart.is_wide)];
    let tall = (wide * height / width).round();
    let title = chart.title.render().0;
    let (head, marks) = inner.split_once('>').unwrap_or(("", inner));
    format!(
        "<svg {head} width=\"{wide}\" height=\"{tall}\" role=\"img\" aria-label=\"{title}\" font-family=\"IBM Plex Sans, system-ui, sans-serif\">\
         <style>svg{{background:#fff}}@media (prefers-color-scheme:dark){{svg{{background:#14171A}}[style*=\"--f\"]{{fill:var(--f)}}[style*=\"--s\"]{{stroke:var(--s)}}}}</style>\
         {marks}\n"
    )
}

/// The dice of the front page, and other examples.
pub const ROLL: &str = "4d6kh3";
const OTHER_ROLLS: [&str; 4] = ["2d20kh1", "3d6!", "count(5d10 >= 7)", "2d6 + 3 >= 10"];

/// Returns the front page: what the program is, a box for dice, and a game of each mechanic.
pub fn front_page(games: &[ShownGame], documents: &[Document]) -> Result<String, String> {
    let shown = gallery::MECHANICS
        .iter()
        .filter_map(|mechanic| with_name(games, mechanic.games[0]));
    let address = |roll: &str| roll.replace(' ', "%20").replace('>', "%3E");
    let body = html! {
        section.lead {
            div {
                h1 { "See what your rules do before anybody plays them" }
                p { "oddsmith computes the odds of dice and game rules: exactly, and by simulation." }
                form #roll action="oddsmith.html" {
                    input name="roll" value=(ROLL) aria-label="Dice" autocomplete="off" autocapitalize="off" spellcheck="false";
                    button.primary { "Show the odds" }
                }
                p.note {
                    "Or try "
                    @for (index, roll) in OTHER_ROLLS.iter().enumerate() {
                        @if index > 0 { ", " }
                        a href={ "oddsmith.html#roll=" (address(roll)) } { code { (roll) } }
                    }
                    "."
                }
                p.buttons {
                    a.boxed href="gallery/index.html" { (games.len()) " games that you know" }
                    " "
                    a.boxed href="oddsmith.html#new" { "Write a rule" }
                }
                p.note { "Everything runs in your browser, and nothing is sent anywhere." }
            }
            (figure(&shown::roll(ROLL)?))
        }
        "\n"
        section {
            h2 { "What people ask" }
            div.cards { "\n" @for shown_game in shown { (card(shown_game, "")) } }
            p { a href="gallery/index.html" { "All games, by mechanic" } }
        }
        "\n"
        section { h2 { "Documents" } (documents::list(documents, "")) }
        "\n"
    };
    Ok(frame::page(
        Part::Front,
        "What your rules do",
        "The odds of game rules, exactly and by trials, in a browser and on the command line.",
        frame::PREVIEW,
        &body,
    ))
}

fn with_name<'g>(games: &'g [ShownGame], name: &str) -> Option<&'g ShownGame> {
    games.iter().find(|shown_game| shown_game.game.name == name)
}

/// Returns the page of all games, by mechanic.
pub fn index_page(games: &[ShownGame]) -> String {
    let id = |mechanic: &Mechanic| mechanic.name.to_lowercase().replace(' ', "-");
    let games_of = |mechanic: &'static Mechanic| {
        let names = mechanic.games.iter();
        names.filter_map(|name| with_name(games, name))
    };
    let body = html! {
        h1 { "Games that you know" }
        p.note {
            "Each answers a question that people ask, with a rule of a few lines that you can open and change."
        }
        nav.buttons aria-label="Mechanics" {
            @for mechanic in gallery::MECHANICS {
                a.boxed href={ "#" (id(mechanic)) } { (mechanic.name) }
            }
        }
        "\n"
        @for mechanic in gallery::MECHANICS {
            section {
                h2 id=(id(mechanic)) { (mechanic.name) }
                div.cards { "\n" @for shown_game in games_of(mechanic) { (card(shown_game, "../")) } }
            }
            "\n"
        }
    };
    frame::page(
        Part::Games,
        "Games",
        "Games that people know, and the odds that they ask about.",
        frame::PREVIEW,
        &body,
    )
}

fn card(shown_game: &ShownGame, root: &str) -> Markup {
    let chart = &shown_game.charts[0];
    let narrow = chart.narrow.first().unwrap_or(&chart.wide);
    html! {
        a.card href={ (root) "gallery/" (shown_game.game.name) ".html" } {
            small { (shown_game.name) }
            h2 { (shown_game.question) }
            p { (sentence_html(&shown_game.sentences[0])) }
            div.picture { (accessible_svg(narrow, &chart.title)) }
        }
        "\n"
    }
}

/// Returns a picture with a description for readers who cannot see it.
fn accessible_svg(svg: &str, title: &str) -> Markup {
    let title = title.render().0;
    PreEscaped(svg.replacen(
        "<svg ",
        &format!("<svg class=\"chart\" role=\"img\" aria-label=\"{title}\" "),
        1,
    ))
}

fn figure(chart: &ShownChart) -> Markup {
    let wide = accessible_svg(&chart.wide, &chart.title);
    html! {
        figure class=(if chart.is_wide { "wide" } else { "narrow" }) {
            figcaption { b { (chart.title) } span { (chart.subtitle) } }
            @if chart.narrow.is_empty() {
                (wide)
            } @else {
                div.desk { (wide) }
                div.phone { @for svg in &chart.narrow { (accessible_svg(svg, &chart.title)) } }
            }
            small { (with_code_spans(&chart.note)) }
        }
        "\n"
    }
}

/// Returns a text with its name, as a section.
fn listing(name: &str, description: &str, text: &str, language: Language) -> Markup {
    html! {
        section.listing {
            h2 { (name) " " small { (description) } }
            pre tabindex="0" { code { (highlight(text.trim_end(), language)) } }
        }
        "\n"
    }
}

/// Returns the page of a game.
pub fn game_page(games: &[ShownGame], game_index: usize) -> String {
    let shown_game = &games[game_index];
    let game = shown_game.game;
    let (first, rest) = shown_game
        .charts
        .split_first()
        .expect("a game has a picture");
    let description = render(&game.description(), &mut |link| Some(link.to_owned())).html;
    let previous = &games[(game_index + games.len() - 1) % games.len()];
    let next = &games[(game_index + 1) % games.len()];
    let body = html! {
        section.hero.wide[first.is_wide] {
            div {
                p.note { a href="index.html" { "Games" } " / " (shown_game.name) }
                h1 { (shown_game.question) }
                p.answer { (sentence_html(&shown_game.sentences[0])) }
                @for sentence in &shown_game.sentences[1..] { p.finding { (sentence_html(sentence)) } }
                p.buttons {
                    a.primary href={ "../oddsmith.html#game=" (game.name) } { "Open and change it" }
                }
                div.description { (description) }
            }
            (figure(first))
        }
        "\n"
        @if !rest.is_empty() { div.charts { "\n" @for chart in rest { (figure(chart)) } } }
        div.listings {
            "\n"
            @if let Some(text) = shown_game.rule {
                (listing(&game.rule(), "the rule: how one trial is played", text, Language::Rule))
            } @else {
                section.listing { h2 { (game.rule()) " " small { "a rule of the program’s own" } } }
            }
            (listing(&format!("{}.toml", game.name), "the question", game.scenario, Language::Scenario))
        }
        "\n"
        p.neighbours {
            a href={ (previous.game.name) ".html" } { "← " (previous.name) }
            a href={ (next.game.name) ".html" } { (next.name) " →" }
        }
        "\n"
    };
    let answer = shown_game.sentences[0].text();
    frame::page(
        Part::Games,
        &shown_game.question,
        &format!("{}. {answer}", shown_game.name),
        &format!("gallery/{}.png", game.name),
        &body,
    )
}
