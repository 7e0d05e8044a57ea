//! The formats of chart files.

/// A format of chart files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable, text as outlines.
    #[cfg(feature = "print")]
    Svg,
    /// 300 dots per inch.
    #[cfg(feature = "print")]
    Png,
    /// Vectors, black as black ink alone.
    #[cfg(feature = "print")]
    Pdf,
    /// A table in Markdown.
    Md,
    /// A table in LaTeX.
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
