//! The formats of chart files.

/// A format of chart files. The doc comment of each format is also its description in `--help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Scalable graphics, for layout programs and the web
    #[cfg(feature = "print")]
    Svg,
    /// 300 dots per inch
    #[cfg(feature = "print")]
    Png,
    /// Vector graphics for print, with black in black ink only
    #[cfg(feature = "print")]
    Pdf,
    /// The chart's numbers as a Markdown table
    Md,
    /// The chart's numbers as a LaTeX table (booktabs), no wider than A5
    Tex,
    /// The chart's numbers as a Typst figure
    Typst,
    /// The chart's numbers as an HTML table with its styles, to paste into a page
    Html,
    /// The chart's numbers as BBCode, for forums
    Bbcode,
    /// Charts of states as a graph for Graphviz
    Dot,
    /// Charts of states as a flowchart for Markdown pages
    Mermaid,
    /// A workbook for Excel and LibreOffice, with every number and charts
    Xlsx,
    /// An A6 reference card for the rulebook: the odds at a glance, as PDF and SVG
    #[cfg(feature = "print")]
    Card,
}

impl Format {
    /// Returns whether only charts of states have files of this format.
    pub(crate) fn is_for_states(self) -> bool {
        matches!(self, Format::Dot | Format::Mermaid)
    }

    /// Returns the ending of a chart's file name; `None` for a format that writes one file for the
    /// whole report.
    pub(crate) fn ending(self) -> Option<&'static str> {
        Some(match self {
            #[cfg(feature = "print")]
            Format::Svg => "svg",
            #[cfg(feature = "print")]
            Format::Png => "png",
            #[cfg(feature = "print")]
            Format::Pdf => "pdf",
            Format::Md => "md",
            Format::Tex => "tex",
            Format::Typst => "typ",
            // The report is an HTML page as well.
            Format::Html => "table.html",
            Format::Bbcode => "bbcode.txt",
            Format::Dot => "dot",
            Format::Mermaid => "mmd",
            Format::Xlsx => return None,
            #[cfg(feature = "print")]
            Format::Card => return None,
        })
    }
}
