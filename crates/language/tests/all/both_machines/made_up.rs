//! Makes up rule files with every kind of statement and expression.

#[path = "made_up/expressions.rs"]
mod expressions;

use std::fmt::Write;

/// Small random numbers, the same for the same seed (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// The kinds of made-up expressions.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Whole,
    Truth,
    List,
}

/// The names of a function, by kind.
struct Names {
    wholes: Vec<String>,
    truths: Vec<String>,
    lists: Vec<String>,
}

struct Maker {
    numbers: Numbers,
    text: String,
    names: Names,
    depth: usize,
    loops: usize,
    /// The functions that may be called, each with its number of arguments.
    functions: Vec<(String, usize)>,
}

/// Returns the rule file of a seed.
pub fn rule(seed: u64) -> String {
    let mut maker = Maker {
        numbers: Numbers((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        text: String::new(),
        names: Names::new(&[]),
        depth: 0,
        loops: 0,
        functions: Vec::new(),
    };
    maker.file();
    maker.text
}

impl Names {
    fn new(wholes: &[&str]) -> Names {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Names {
            wholes: owned(wholes),
            truths: Vec::new(),
            lists: Vec::new(),
        }
    }
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.numbers.below(n)
    }

    fn pick(&mut self, options: &[&str]) -> String {
        options[self.below(options.len())].to_owned()
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}{line}", "    ".repeat(self.depth)).unwrap();
    }

    fn file(&mut self) {
        self.line("size = whole(6, 2, 20, \"faces\")");
        self.line("many = yes_no(true, \"many\")");
        self.line("units = entries(least = 1, most = 3, default = [[\"A\", power = 3], [\"B\"]], power = whole(2, 1, 9, \"power\"), ready = yes_no(true, \"ready\"))");
        self.line("luck = dice_of(\"2d6\", \"luck\")");
        self.line("wild = dice_of(\"1d4!\", \"wild\")");
        self.line("again = player(\"Again?\")");
        self.line("other = player(\"Other?\")");
        self.line("out = count(\"Out\")");
        self.line("yes = flag(\"Yes\", absent = \"none\")");
        self.line("how = category(\"How\", low = failure, mid = neutral, high = success)");
        self.line("carried = count(\"Carried\", each = 5, otherwise = \"before\")");
        self.line("each_step = count(\"Each\", each = 3, otherwise = 0)");
        self.line("each_unit = count(\"Each unit\", each = units, otherwise = 0)");
        self.line("unit_how = category(\"How each\", low = failure, high = success, each = units, otherwise = \"low\")");
        for number in 0..self.below(3) {
            self.function(number);
        }
        if self.below(2) == 0 {
            self.recursion();
        }
        self.trial();
    }

    fn function(&mut self, number: usize) {
        let arguments = 1 + self.below(2);
        let names = ["p", "q"];
        self.names = Names::new(&names[..arguments]);
        self.line(&format!(
            "def f{number}({}):",
            names[..arguments].join(", ")
        ));
        self.depth = 1;
        if self.below(2) == 0 {
            let (change, value) = (self.pick(&["+=", "-=", "="]), self.whole(1));
            self.line(&format!("p {change} {value}"));
        }
        if self.below(2) == 0 {
            let quotient = self.division();
            self.line(&quotient);
        }
        // Small functions are copied to their calls.
        let is_small = self.below(2) == 0;
        if !is_small {
            self.block(2);
        }
        let value = self.expression(Kind::Whole, if is_small { 1 } else { 2 });
        if is_small && self.below(3) == 0 {
            let condition = self.truth(1);
            self.line(&format!("if {condition}:"));
            self.line(&format!("    m = [p, {value}]"));
            self.line("    p += m[1]");
        }
        if is_small && self.below(3) == 0 {
            self.line("for i in range(2):");
            self.line("    e = i * p");
            let quotient = self.division();
            self.line(&format!("    {quotient}"));
            self.line("    p -= e");
        }
        let sign = self.pick(&["+", "-", "*"]);
        self.line(&format!("return p {sign} ({value})"));
        self.depth = 0;
        self.functions.push((format!("f{number}"), arguments));
    }

    /// A function that calls itself, in the middle of an expression.
    fn recursion(&mut self) {
        self.names = Names::new(&["p", "q"]);
        self.line("def down(p, q):");
        self.depth = 1;
        self.line("if p < 1:");
        let end = self.expression(Kind::Whole, 2);
        self.line(&format!("    return {end}"));
        if self.below(2) == 0 {
            let quotient = self.division();
            self.line(&quotient);
        }
        let (first, second) = (self.whole(1), self.whole(1));
        self.line(&format!(
            "return ({first}) + down(min(p, 6) - 1, {second}) * roll(3)"
        ));
        self.depth = 0;
        self.functions.push(("down".to_owned(), 2));
    }

    fn trial(&mut self) {
        self.names = Names::new(&[]);
        self.line("def trial():");
        self.depth = 1;
        for name in ["a", "b"] {
            let value = self.expression(Kind::Whole, 1);
            self.line(&format!("{name} = {value}"));
            self.names.wholes.push(name.to_owned());
        }
        self.choose();
        self.block(5);
        let (value, truth) = (
            self.expression(Kind::Whole, 2),
            self.expression(Kind::Truth, 2),
        );
        self.line(&format!("record(out, {value})"));
        self.line("if roll(3) > 1:");
        self.line(&format!("    record(yes, {truth})"));
        let (first, second) = (
            self.expression(Kind::Truth, 1),
            self.expression(Kind::Truth, 1),
        );
        self.line(&format!(
            "record(how, \"low\" if {first} else \"mid\" if {second} else \"high\")"
        ));
        self.carried();
        let (step, value) = (1 + self.below(3), self.expression(Kind::Whole, 1));
        self.line(&format!("record(each_step, {value}, {step})"));
        self.units();
    }

    /// Records something for each unit.
    fn units(&mut self) {
        let (value, truth) = (self.whole(1), self.expression(Kind::Truth, 1));
        let word = self.pick(&["break", "continue", "pass"]);
        self.line("for unit in units:");
        self.line(&format!(
            "    record(each_unit, ({value}) * unit.power, unit)"
        ));
        self.line("    if unit.ready and roll(2) > 1:");
        self.line(&format!("        {word}"));
        self.line(&format!(
            "    record(unit_how, \"low\" if {truth} else \"high\", unit)"
        ));
    }

    /// Records steps, now and then in a wrong order.
    fn carried(&mut self) {
        let (first, later) = (self.whole(1), self.whole(1));
        self.line(&format!("record(carried, {first}, 1)"));
        let step = self.pick(&["3", "2 + roll(3)", "roll(5)"]);
        self.line(&format!("record(carried, {later}, {step})"));
    }

    fn block(&mut self, statements: usize) {
        for _ in 0..1 + self.below(statements) {
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.below(14) {
            0 | 1 => self.assign(Kind::Whole),
            2 => self.assign(Kind::Truth),
            3 => self.assign(Kind::List),
            4 => self.grow(),
            5 if self.depth < 4 => self.branch(),
            6 if self.loops < 2 => self.number_loop(),
            7 if self.loops < 2 => match self.below(2) {
                0 => self.list_loop(),
                _ => self.known_loop(),
            },
            8 if self.loops < 2 => self.while_loop(),
            9 => self.change_entry(),
            10 => self.swap(),
            11 => self.choose(),
            13 if self.below(3) == 0 => {
                let quotient = self.division();
                self.line(&quotient);
            }
            12 if self.loops > 0 => self.leave_loop(),
            _ => self.unpack(),
        }
    }

    /// Assigns to a new name or to one that may have another kind of value.
    fn assign(&mut self, kind: Kind) {
        let value = self.expression(kind, 3);
        let name = match (kind, self.below(20)) {
            (Kind::Whole, 0) => "x".to_owned(),
            (Kind::Whole, _) => self.pick(&["a", "b", "c"]),
            (Kind::Truth, _) => self.pick(&["t", "u"]),
            (Kind::List, 0) => "x".to_owned(),
            (Kind::List, _) => self.pick(&["l", "m"]),
        };
        self.line(&format!("{name} = {value}"));
        // A name that is assigned in a branch may have no value later, which is a mistake.
        let is_certain = self.depth == 1 || self.below(12) == 0;
        let names = match kind {
            Kind::Whole => &mut self.names.wholes,
            Kind::Truth => &mut self.names.truths,
            Kind::List => &mut self.names.lists,
        };
        if is_certain && name != "x" && !names.contains(&name) {
            names.push(name);
        }
    }

    fn grow(&mut self) {
        let name = self.name(Kind::Whole);
        let (operator, value) = (
            self.pick(&["+=", "-=", "*=", "+="]),
            self.expression(Kind::Whole, 2),
        );
        match name {
            Some(name)
                if !name.contains('.') && !name.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.line(&format!("{name} {operator} {value}"));
            }
            _ => self.assign(Kind::Whole),
        }
    }

    fn nested(&mut self, loops: usize) {
        let known = (
            self.names.wholes.len(),
            self.names.truths.len(),
            self.names.lists.len(),
        );
        self.depth += 1;
        self.loops += loops;
        self.block(3);
        self.loops -= loops;
        self.depth -= 1;
        self.names.wholes.truncate(known.0.max(1));
        self.names.truths.truncate(known.1);
        self.names.lists.truncate(known.2);
    }

    fn branch(&mut self) {
        let condition = self.expression(Kind::Truth, 3);
        self.line(&format!("if {condition}:"));
        self.nested(0);
        if self.below(2) == 0 {
            self.line("else:");
            self.nested(0);
        }
    }

    fn number_loop(&mut self) {
        let (name, source) = (
            self.pick(&["i", "j"]),
            self.pick(&[
                "range(4)",
                "upto(3)",
                "range(1, 5)",
                "range(min(4, abs(a)))",
            ]),
        );
        let source = match self.names.wholes.iter().any(|known| known == "a") {
            true => source,
            false => "range(3)".to_owned(),
        };
        self.line(&format!("for {name} in {source}:"));
        self.names.wholes.push(name);
        self.nested(1);
    }

    fn list_loop(&mut self) {
        let list = self.expression(Kind::List, 1);
        self.line(&format!("for face in {list}:"));
        self.names.wholes.push("face".to_owned());
        self.nested(1);
    }

    /// A loop over a list that is known before the trial.
    fn known_loop(&mut self) {
        let (wholes, truths) = (self.names.wholes.len(), self.names.truths.len());
        if self.below(2) == 0 {
            let list = self.pick(&["[4, 1, 6]", "[2]", "[1, 2, 3, 4, 5]"]);
            self.line(&format!("for item in {list}:"));
            self.names.wholes.push("item".to_owned());
        } else {
            self.line("for unit in units:");
            self.names.wholes.push("unit.power".to_owned());
            self.names.truths.push("unit.ready".to_owned());
        }
        self.nested(1);
        // Now and then, something after the loop reads its name.
        if self.below(4) > 0 {
            self.names.wholes.truncate(wholes);
            self.names.truths.truncate(truths);
        }
    }

    fn while_loop(&mut self) {
        let condition = self.expression(Kind::Truth, 2);
        let name = format!("w{}", self.depth);
        self.line(&format!("{name} = 0"));
        self.line(&format!("while {name} < 4 and {condition}:"));
        self.depth += 1;
        self.line(&format!("{name} += 1"));
        self.depth -= 1;
        self.nested(1);
    }

    fn leave_loop(&mut self) {
        let (condition, word) = (
            self.expression(Kind::Truth, 1),
            self.pick(&["break", "continue"]),
        );
        self.line(&format!("if {condition}:"));
        self.depth += 1;
        self.line(&word);
        self.depth -= 1;
    }

    fn change_entry(&mut self) {
        let Some(list) = self.names.lists.last().cloned() else {
            return self.assign(Kind::List);
        };
        let (index, value) = (self.below(3), self.expression(Kind::Whole, 2));
        let operator = self.pick(&["=", "+=", "="]);
        self.line(&format!("if len({list}) > {index}:"));
        self.depth += 1;
        self.line(&format!("{list}[{index}] {operator} {value}"));
        self.depth -= 1;
    }

    /// Divides by a number that is 0 now and then.
    fn division(&mut self) -> String {
        let operator = self.pick(&["//", "%"]);
        format!("z = {} {operator} (roll(20) - 1)", self.whole(0))
    }

    fn swap(&mut self) {
        let (first, second) = (
            self.expression(Kind::Whole, 1),
            self.expression(Kind::Whole, 1),
        );
        self.line(&format!("c, d = {first}, {second}"));
        self.line("c, d = d, c");
        self.names.wholes.extend(["c".to_owned(), "d".to_owned()]);
        if self.depth > 1 {
            self.names.wholes.truncate(self.names.wholes.len() - 2);
        }
    }

    fn choose(&mut self) {
        let (first, second) = (self.below(9), 10 + self.below(9));
        let line = match self.below(6) {
            0 => format!(
                "v, w = choose_at_once(again, [{first}, {second}], other, [{second}, 4, 5])"
            ),
            1 => format!("w, v = choose_at_once(other, [size, 2], again, [{first}, {second}, 7])"),
            2 => format!("v = sum(choose_at_once(again, [{first}, {second}], other, [0, 1]))"),
            3 => format!("v = choose(again, [{first}, {second}], sees = [v, size])"),
            4 => format!("v = choose(other, [v, {second}], sees = [])"),
            _ => format!("v = choose(again, [{first}, {second}])"),
        };
        self.line(&line);
        let condition = self.pick(&["v > 4", "v == 10", "v < 12"]);
        self.line(&format!("if {condition}:"));
        self.nested(0);
    }

    fn unpack(&mut self) {
        let list = self.pick(&["[1, roll(4)]", "[roll(6), roll(size)]", "draw([2, 3], 2)"]);
        match list.starts_with("draw") {
            true => {
                self.line(&format!("hand, deck = {list}"));
                self.line("e = hand[0] * 2 + deck[1]");
            }
            false => {
                self.line(&format!("e, g = {list}"));
                self.line("e += g");
            }
        }
        if self.depth == 1 {
            self.names.wholes.push("e".to_owned());
        }
    }

    fn name(&mut self, kind: Kind) -> Option<String> {
        let names = match kind {
            Kind::Whole => &self.names.wholes,
            Kind::Truth => &self.names.truths,
            Kind::List => &self.names.lists,
        };
        let count = names.len();
        (count > 0).then(|| {
            let place = self.below(count);
            match kind {
                Kind::Whole => self.names.wholes[place].clone(),
                Kind::Truth => self.names.truths[place].clone(),
                Kind::List => self.names.lists[place].clone(),
            }
        })
    }
}
