//! The gallery: its pictures, its pages, and the front page.

use oddsmith::gallery::{self, Mechanic};

use crate::code::{Language, highlight};
use crate::document::render;
use crate::documents::{self, Document};
use crate::files::Files;
use crate::frame::{self, Part};
use crate::html::{escape, mark_numbers, with_code};
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

/// Returns a chart as a file of its own, with a dark mode.
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
    let title = escape(&chart.title);
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
    let cards: String = gallery::MECHANICS
        .iter()
        .filter_map(|mechanic| with_name(games, mechanic.games[0]))
        .map(|shown_game| card(shown_game, ""))
        .collect();
    let link = |roll: &&str| {
        let address = roll.replace(' ', "%20").replace('>', "%3E");
        format!(
            "<a href=\"oddsmith.html#roll={address}\"><code>{}</code></a>",
            escape(roll)
        )
    };
    let body = format!(
        "<section class=\"lead\">\n<div>\n<h1>See what your rules do before anybody plays them</h1>\n\
         <p>oddsmith computes the odds of dice and game rules: exactly, and by simulation.</p>\n\
         <form id=\"roll\" action=\"oddsmith.html\"><input name=\"roll\" value=\"{ROLL}\" aria-label=\"Dice\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\">\
         <button class=\"primary\">Show the odds</button></form>\n\
         <p class=\"note\">Or try {examples}.</p>\n\
         <p class=\"buttons\"><a class=\"boxed\" href=\"gallery/index.html\">{count} games that you know</a> <a class=\"boxed\" href=\"oddsmith.html#new\">Write a rule</a></p>\n\
         <p class=\"note\">Everything runs in your browser, and nothing is sent anywhere.</p>\n</div>\n{picture}</section>\n\
         <section>\n<h2>What people ask</h2>\n<div class=\"cards\">\n{cards}</div>\n<p><a href=\"gallery/index.html\">All games, by mechanic</a></p>\n</section>\n\
         <section>\n<h2>Documents</h2>\n{list}</section>\n",
        examples = OTHER_ROLLS.iter().map(link).collect::<Vec<_>>().join(", "),
        count = games.len(),
        picture = figure(&shown::roll(ROLL)?),
        list = documents::list(documents, ""),
    );
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
    let links: String = gallery::MECHANICS
        .iter()
        .map(|mechanic| {
            format!(
                "<a class=\"boxed\" href=\"#{}\">{}</a>",
                id(mechanic),
                mechanic.name
            )
        })
        .collect();
    let section = |mechanic: &Mechanic| {
        let shown_games = mechanic
            .games
            .iter()
            .filter_map(|name| with_name(games, name));
        let cards: String = shown_games
            .map(|shown_game| card(shown_game, "../"))
            .collect();
        format!(
            "<section>\n<h2 id=\"{}\">{}</h2>\n<div class=\"cards\">\n{cards}</div>\n</section>\n",
            id(mechanic),
            mechanic.name
        )
    };
    let body = format!(
        "<h1>Games that you know</h1>\n<p class=\"note\">Each answers a question that people ask, with a rule of a few lines that you can open and change.</p>\n\
         <nav class=\"buttons\" aria-label=\"Mechanics\">{links}</nav>\n{sections}",
        sections = gallery::MECHANICS.iter().map(section).collect::<String>(),
    );
    frame::page(
        Part::Games,
        "Games",
        "Games that people know, and the odds that they ask about.",
        frame::PREVIEW,
        &body,
    )
}

fn card(shown_game: &ShownGame, root: &str) -> String {
    let chart = &shown_game.charts[0];
    let narrow = chart.narrow.first().unwrap_or(&chart.wide);
    format!(
        "<a class=\"card\" href=\"{root}gallery/{name}.html\"><small>{game}</small><h2>{question}</h2><p>{answer}</p><div class=\"picture\">{picture}</div></a>\n",
        name = shown_game.game.name,
        game = escape(&shown_game.name),
        question = escape(&shown_game.question),
        answer = mark_numbers(&shown_game.sentences[0]),
        picture = accessible_svg(narrow, &chart.title),
    )
}

/// Returns a picture with a description for readers who cannot see it.
fn accessible_svg(svg: &str, title: &str) -> String {
    svg.replacen(
        "<svg ",
        &format!(
            "<svg class=\"chart\" role=\"img\" aria-label=\"{}\" ",
            escape(title)
        ),
        1,
    )
}

fn figure(chart: &ShownChart) -> String {
    let narrow: String = chart
        .narrow
        .iter()
        .map(|svg| accessible_svg(svg, &chart.title))
        .collect();
    let images = if narrow.is_empty() {
        accessible_svg(&chart.wide, &chart.title)
    } else {
        format!(
            "<div class=\"desk\">{}</div><div class=\"phone\">{narrow}</div>",
            accessible_svg(&chart.wide, &chart.title)
        )
    };
    format!(
        "<figure class=\"{wide}\"><figcaption><b>{title}</b><span>{subtitle}</span></figcaption>{images}<small>{note}</small></figure>\n",
        wide = if chart.is_wide { "wide" } else { "narrow" },
        title = escape(&chart.title),
        subtitle = escape(&chart.subtitle),
        note = with_code(&chart.note),
    )
}

/// Returns the page of a game.
pub fn game_page(games: &[ShownGame], game_index: usize) -> String {
    let shown_game = &games[game_index];
    let (first, rest) = shown_game
        .charts
        .split_first()
        .expect("a game has a picture");
    let more: String = shown_game
        .sentences
        .iter()
        .skip(1)
        .map(|sentence| format!("<p class=\"finding\">{}</p>\n", mark_numbers(sentence)))
        .collect();
    let other_figures: String = rest.iter().map(figure).collect();
    let other_figures = if other_figures.is_empty() {
        other_figures
    } else {
        format!("<div class=\"charts\">\n{other_figures}</div>\n")
    };
    let listing = |name: &str, description: &str, text: &str, language: Language| {
        format!(
            "<section class=\"listing\"><h2>{name} <small>{description}</small></h2><pre tabindex=\"0\"><code>{}</code></pre></section>\n",
            highlight(text.trim_end(), language)
        )
    };
    let rule = match shown_game.rule {
        Some(text) => listing(
            &shown_game.game.rule(),
            "the rule: how one trial is played",
            text,
            Language::Rule,
        ),
        None => format!(
            "<section class=\"listing\"><h2>{} <small>a rule of the program’s own</small></h2></section>\n",
            escape(&shown_game.game.rule())
        ),
    };
    let question = listing(
        &format!("{}.toml", shown_game.game.name),
        "the question",
        shown_game.game.scenario,
        Language::Scenario,
    );
    let neighbour_link = |to: usize, before: &str, after: &str| {
        format!(
            "<a href=\"{}.html\">{before}{}{after}</a>",
            games[to].game.name,
            escape(&games[to].name)
        )
    };
    let (previous, next) = (
        (game_index + games.len() - 1) % games.len(),
        (game_index + 1) % games.len(),
    );
    let body = format!(
        "<section class=\"hero{wide}\">\n<div>\n<p class=\"note\"><a href=\"index.html\">Games</a> / {game}</p>\n<h1>{question_}</h1>\n<p class=\"answer\">{answer}</p>\n{more}\
         <p class=\"buttons\"><a class=\"primary\" href=\"../oddsmith.html#game={name}\">Open and change it</a></p>\n<div class=\"description\">{description}</div>\n</div>\n{picture}</section>\n\
         {other_figures}<div class=\"listings\">\n{rule}{question}</div>\n<p class=\"neighbours\">{previous}{next}</p>\n",
        wide = if first.is_wide { " wide" } else { "" },
        game = escape(&shown_game.name),
        question_ = escape(&shown_game.question),
        answer = mark_numbers(&shown_game.sentences[0]),
        name = shown_game.game.name,
        description = render(&shown_game.game.description(), &mut |link| Some(
            link.to_owned()
        ))
        .html,
        picture = figure(first),
        previous = neighbour_link(previous, "← ", ""),
        next = neighbour_link(next, "", " →"),
    );
    let answer = shown_game.sentences[0].text();
    frame::page(
        Part::Games,
        &shown_game.question,
        &format!("{}. {answer}", shown_game.name),
        &format!("gallery/{}.png", shown_game.game.name),
        &body,
    )
}
