//! oddsmith-language: rule files, a designer's own rule as a short program.
