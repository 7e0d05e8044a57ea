//! Made-up expressions.

use super::{Kind, Maker};

impl Maker {
    pub(super) fn expression(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Whole => self.whole(depth),
            Kind::Truth => self.truth(depth),
            Kind::List => self.list(depth),
        }
    }

    pub(super) fn whole(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match (self.below(3), self.name(Kind::Whole)) {
                (0, Some(name)) | (1, Some(name)) => name,
                _ => self.pick(&["0", "1", "2", "7", "size", "40000", "-3"]),
            };
        }
        let part = |maker: &mut Maker| maker.whole(depth - 1);
        match self.below(21) {
            0 | 1 => format!("{} + {}", part(self), part(self)),
            2 => format!("{} - {}", part(self), part(self)),
            3 => format!("({}) * ({})", part(self), part(self)),
            4 => format!(
                "({}) // {}",
                part(self),
                self.pick(&["2", "3", "size", "-2"])
            ),
            5 => format!("({}) % {}", part(self), self.pick(&["7", "size", "-5"])),
            6 => format!("max({}, {})", part(self), part(self)),
            7 => format!("min({}, {}, {})", part(self), part(self), part(self)),
            8 => format!("abs({})", part(self)),
            9 => self.pick(&[
                "roll(6)",
                "roll(size)",
                "roll([2, 4, 8])",
                "dice(\"2d6+1\")",
                "dice(\"3d{size}kh2\")",
            ]),
            10 => self.pick(&[
                "dice(luck)",
                "dice(wild)",
                "dice(\"1d4!\")",
                "successes(3, 6, 4)",
                "binomial(3, 0.5)",
            ]),
            11 => format!("sum({})", self.list(depth - 1)),
            12 => format!("len({})", self.list(depth - 1)),
            13 => format!(
                "({} if {} else {})",
                part(self),
                self.truth(depth - 1),
                part(self)
            ),
            14 => format!("sum({} for k in range(3))", part(self)),
            15 => format!(
                "max(roll(6) + k for k in upto(3) if {})",
                self.truth(depth - 1)
            ),
            16 => format!(
                "sum(unit.power for unit in units if unit.ready or {})",
                self.truth(depth - 1)
            ),
            17 => format!("-({})", part(self)),
            18 => format!("units[0].power + {}", part(self)),
            19 => format!("len(face for face in {} if face > 2)", self.list(depth - 1)),
            _ => self.called(depth),
        }
    }

    pub(super) fn called(&mut self, depth: usize) -> String {
        let count = self.functions.len();
        if count == 0 {
            return self.whole(depth - 1);
        }
        let place = self.below(count);
        let (name, arguments) = self.functions[place].clone();
        let given: Vec<String> = (0..arguments).map(|_| self.whole(depth - 1)).collect();
        format!("{name}({})", given.join(", "))
    }

    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match (self.below(2), self.name(Kind::Truth)) {
                (0, Some(name)) => name,
                _ => self.pick(&[
                    "many",
                    "true",
                    "chance(1, 3)",
                    "chance(0.5)",
                    "roll(2) == 1",
                ]),
            };
        }
        let part = |maker: &mut Maker| maker.truth(depth - 1);
        match self.below(10) {
            0 | 1 => {
                let relation = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!(
                    "{} {relation} {}",
                    self.whole(depth - 1),
                    self.whole(depth - 1)
                )
            }
            2 => format!("({} and {})", part(self), part(self)),
            3 => format!("({} or {} or {})", part(self), part(self), part(self)),
            4 => format!("not ({})", part(self)),
            5 => format!(
                "{} < {} <= {}",
                self.whole(depth - 1),
                self.whole(0),
                self.whole(depth - 1)
            ),
            6 => format!("{} in {}", self.whole(depth - 1), self.list(depth - 1)),
            7 => format!("any(face > 3 for face in {})", self.list(depth - 1)),
            8 => format!("all(roll(4) > 1 and {} for k in range(2))", part(self)),
            _ => format!("({} == ({}))", part(self), part(self)),
        }
    }

    pub(super) fn list(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match (self.below(2), self.name(Kind::List)) {
                (0, Some(name)) => name,
                _ => self.pick(&[
                    "pool(3, 6)",
                    "[1, 2, 3]",
                    "tally(4, 3)",
                    "range(3)",
                    "pool([4, 6])",
                ]),
            };
        }
        match self.below(8) {
            0 => format!("[{}, {}]", self.whole(depth - 1), self.whole(depth - 1)),
            1 => format!("sorted({})", self.list(depth - 1)),
            2 => format!("highest({}, 2)", self.list(depth - 1)),
            3 => format!("[k + {} for k in range(3)]", self.whole(depth - 1)),
            4 => format!(
                "[face for face in {} if {}]",
                self.list(depth - 1),
                self.truth(depth - 1)
            ),
            5 => format!("({} + {})", self.list(depth - 1), self.list(depth - 1)),
            6 => format!(
                "pool({}, size)",
                self.pick(&["2", "max(0, min(4, 3 - roll(2)))"])
            ),
            _ => "highest(roll(6) for k in range(4), 2)".to_owned(),
        }
    }
}
