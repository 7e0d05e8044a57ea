//! Reads the picture of a page: its boxes, lines and texts with their colours.

/// A mark of a picture, in hundredths of a millimetre.
#[derive(Clone, Debug)]
pub(super) struct SvgMark {
    /// The name of the element.
    pub(super) tag: String,
    /// Its points: the corners of a box, the ends of a line, the place of a text.
    pub(super) points: Vec<(f64, f64)>,
    /// Its colours in light and in dark mode.
    pub(super) colours: [u32; 2],
    /// The width of its stroke; 0 if it has none.
    pub(super) stroke: f64,
}

impl SvgMark {
    /// Returns the smallest box around it: left, top, right, bottom.
    pub(super) fn ends(&self) -> [f64; 4] {
        let fold = |of: fn(&(f64, f64)) -> f64, start: f64, choose: fn(f64, f64) -> f64| {
            self.points.iter().map(of).fold(start, choose)
        };
        [
            fold(|point| point.0, f64::MAX, f64::min),
            fold(|point| point.1, f64::MAX, f64::min),
            fold(|point| point.0, f64::MIN, f64::max),
            fold(|point| point.1, f64::MIN, f64::max),
        ]
    }

    fn covers(&self, (x, y): (f64, f64)) -> bool {
        let [left, top, right, bottom] = self.ends();
        self.tag == "rect" && left <= x && x <= right && top <= y && y <= bottom
    }
}

/// Returns the marks of a picture in drawing order.
pub(super) fn marks(svg: &str) -> Vec<SvgMark> {
    svg.split('<').filter_map(mark).collect()
}

fn mark(element: &str) -> Option<SvgMark> {
    let (tag, _) = element.split_once([' ', '>'])?;
    let attribute = |name: &str| {
        let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
        element[start..].split('"').next()
    };
    let number = |name: &str| attribute(name).and_then(|text| text.parse::<f64>().ok());
    let points = match tag {
        "rect" => {
            let (x, y) = (number("x")?, number("y")?);
            vec![(x, y), (x + number("width")?, y + number("height")?)]
        }
        "circle" => {
            let (x, y, radius) = (number("cx")?, number("cy")?, number("r")?);
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
        "polyline" | "polygon" => {
            let pair = |text: &str| {
                let (x, y) = text.split_once(',')?;
                Some((x.parse().ok()?, y.parse().ok()?))
            };
            attribute("points")?.split(' ').filter_map(pair).collect()
        }
        // A point inside the first, the middle or the last letter.
        "text" => {
            let size = number("font-size")?;
            let inside = match attribute("text-anchor") {
                None => 0.2 * size,
                Some("end") => -0.2 * size,
                Some(_) => 0.0,
            };
            vec![(number("x")? + inside, number("y")? - 0.35 * size)]
        }
        _ => return None,
    };
    let colour = |text: &str| u32::from_str_radix(text.strip_prefix('#')?, 16).ok();
    let day = ["fill", "stroke"]
        .into_iter()
        .find_map(|name| colour(attribute(name)?))?;
    let night = attribute("style").and_then(|style| colour(style.split(':').nth(1)?));
    Some(SvgMark {
        tag: tag.to_owned(),
        points,
        colours: [day, night.unwrap_or(day)],
        stroke: number("stroke-width").unwrap_or(0.0),
    })
}

/// Returns the lowest contrast between a text and what is under it, in light and in dark mode.
pub(super) fn lowest_contrast(marks: &[SvgMark]) -> f64 {
    const PAGE: [u32; 2] = [0xFF_FFFF, 0x14_171A];
    let contrast = |(nth, text): (usize, &SvgMark)| {
        let under = marks[..nth]
            .iter()
            .rfind(|mark| mark.covers(text.points[0]));
        let ground = under.map_or(PAGE, |mark| mark.colours);
        [0, 1]
            .map(|theme| contrast(text.colours[theme], ground[theme]))
            .into_iter()
            .fold(f64::MAX, f64::min)
    };
    let texts = marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| mark.tag == "text");
    texts.map(contrast).fold(f64::MAX, f64::min)
}

/// Returns the contrast ratio of WCAG 2.
fn contrast(one: u32, other: u32) -> f64 {
    let luminance = |colour: u32| {
        let linear = |shift: u32| {
            let share = f64::from(colour >> shift & 0xFF) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0) + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

/// Returns the share of the axis of numbers that the data and zero use: in the panel that uses most
/// of it, because panels share their axes. Returns `None` without an axis. The lines of the grid
/// are the only lines in their colour.
pub(super) fn used_share(marks: &[SvgMark]) -> Option<f64> {
    let grid: Vec<[f64; 4]> = marks
        .iter()
        .filter(|mark| mark.tag == "polyline" && mark.colours[0] == GRID)
        .map(SvgMark::ends)
        .collect();
    let first = grid.first()?;
    let side = usize::from(first[1] == first[3]);
    let across = 1 - side;
    // The lines of a panel have the same ends, and follow each other in one direction.
    let is_rising = grid.len() > 1 && grid[1][side] > first[side];
    let is_next = |pair: &[[f64; 4]]| {
        let is_same = [across, across + 2]
            .iter()
            .all(|&end| pair[0][end] == pair[1][end]);
        is_same && (pair[1][side] > pair[0][side]) == is_rising
    };
    let panels = grid.chunk_by(|one, other| is_next(&[*one, *other]));
    panels
        .filter(|panel| panel.len() > 1)
        .filter_map(|panel| panel_share(marks, panel, side))
        .reduce(f64::max)
}

/// Returns the share of the axis of a panel that the data use. `side` is 1 if the axis is vertical.
fn panel_share(marks: &[SvgMark], grid: &[[f64; 4]], side: usize) -> Option<f64> {
    let across = 1 - side;
    let [from, to] = [grid[0][across], grid[0][across + 2]];
    let ticks = || grid.iter().map(|ends| ends[side]);
    let (low, high) = (
        ticks().fold(f64::MAX, f64::min),
        ticks().fold(f64::MIN, f64::max),
    );
    // Marks of the median and the mean begin above the plot. Everything else inside belongs to the
    // data, or is the line at zero.
    let is_data = |mark: &&SvgMark| {
        let ends = mark.ends();
        mark.tag != "text"
            && ![GRID, PLATE].contains(&mark.colours[0])
            && ![MEAN_STROKE, LINK_STROKE].contains(&mark.stroke)
            && ends[across] < to + 1.0
            && ends[across + 2] > from - 1.0
            && ends[side] >= low - TOLERANCE
            && ends[side + 2] <= high + TOLERANCE
    };
    let data: Vec<[f64; 4]> = marks.iter().filter(is_data).map(SvgMark::ends).collect();
    let start = data.iter().map(|ends| ends[side]).fold(f64::MAX, f64::min);
    let end = data
        .iter()
        .map(|ends| ends[side + 2])
        .fold(f64::MIN, f64::max);
    let used = end.min(high) - start.max(low);
    // Markers at zero use nothing.
    let used = if used <= MARKER { 0.0 } else { used };
    (!data.is_empty()).then(|| used / (high - low))
}

/// The colour of the lines of a grid in light mode.
const GRID: u32 = 0xDA_DADA;
/// The colour of the boxes behind numbers in light mode.
const PLATE: u32 = 0xFF_FFFF;
/// The width of the dashes of a mean.
const MEAN_STROKE: f64 = 20.0;
/// The width of lines from labels to their points.
const LINK_STROKE: f64 = 12.0;
/// The height of a marker with its outline.
const MARKER: f64 = 152.0;
/// Marks extend this far beyond the points that they show.
const TOLERANCE: f64 = 160.0;
