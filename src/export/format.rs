//! The formats of chart files.

/// A format of chart files. What is said of each is also what the command line says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Scalable, for layout programs and the web
    #[cfg(feature = "print")]
    Svg,
    /// 300 dots per inch
    #[cfg(feature = "print")]
    Png,
    /// Vectors for print, black as black ink alone
    #[cfg(feature = "print")]
    Pdf,
    /// The chart's numbers as a Markdown table
    Md,
    /// The chart's numbers as a LaTeX table (booktabs), no wider than A5
    Tex,
}

impl Format {
    /// How the names of its files end.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            #[cfg(feature = "print")]
            Format::Svg => "svg",
            #[cfg(feature = "print")]
            Format::Png => "png",
            #[cfg(feature = "print")]
            Format::Pdf => "pdf",
            Format::Md => "md",
            Format::Tex => "tex",
        }
    }
}
