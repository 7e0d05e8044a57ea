//! oddsmith-engine: a game rule is written once and read several ways.
