//! What statements and expressions are made of.

use super::tree::{
    AssignTarget, Call, Definition, Expr, ExprKind, Name, QuestionPart, Statement, StatementKind,
};

impl Definition {
    /// The names that are its own: its arguments and all that it assigns.
    pub(crate) fn local_names(&self) -> impl Iterator<Item = &Name> {
        let mut names: Vec<&Name> = self.parameters.iter().collect();
        assigned(&self.body, &mut names);
        names.into_iter()
    }
}

fn assigned<'b>(body: &'b [Statement], names: &mut Vec<&'b Name>) {
    let of_targets = |targets: &'b [AssignTarget]| targets.iter().map(|target| &target.name);
    for statement in body {
        match &statement.kind {
            StatementKind::Assign { targets, .. } => names.extend(of_targets(targets)),
            StatementKind::Change { target, .. } => names.push(&target.name),
            StatementKind::For {
                names: loop_names, ..
            } => names.extend(loop_names),
            _ => (),
        }
        statement
            .blocks()
            .into_iter()
            .for_each(|block| assigned(block, names));
    }
}

impl Statement {
    /// The blocks that it opens.
    pub(crate) fn blocks(&self) -> Vec<&[Statement]> {
        match &self.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => branches
                .iter()
                .map(|(_, body)| &body[..])
                .chain([&otherwise[..]])
                .collect(),
            StatementKind::While { body, .. } | StatementKind::For { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions that stand in it itself.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            StatementKind::Assign { targets, values } => targets
                .iter()
                .flat_map(|target| &target.indices)
                .chain(values)
                .collect(),
            StatementKind::Change { target, value, .. } => {
                target.indices.iter().chain([value]).collect()
            }
            StatementKind::If { branches, .. } => {
                branches.iter().map(|(condition, _)| condition).collect()
            }
            StatementKind::While { condition: one, .. }
            | StatementKind::For { source: one, .. } => vec![one],
            StatementKind::Return(values) => values.iter().collect(),
            StatementKind::Expression(one) => vec![one],
            _ => Vec::new(),
        }
    }

    /// As [`Statement::blocks`], to be changed.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match &mut self.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => branches
                .iter_mut()
                .map(|(_, body)| body)
                .chain([otherwise])
                .collect(),
            StatementKind::While { body, .. } | StatementKind::For { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// As [`Statement::expressions`], to be changed.
    pub(crate) fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            StatementKind::Assign { targets, values } => targets
                .iter_mut()
                .flat_map(|target| &mut target.indices)
                .chain(values)
                .collect(),
            StatementKind::Change { target, value, .. } => {
                target.indices.iter_mut().chain([value]).collect()
            }
            StatementKind::If { branches, .. } => branches
                .iter_mut()
                .map(|(condition, _)| condition)
                .collect(),
            StatementKind::While { condition: one, .. }
            | StatementKind::For { source: one, .. } => vec![one],
            StatementKind::Return(values) => values.iter_mut().collect(),
            StatementKind::Expression(one) => vec![one],
            _ => Vec::new(),
        }
    }
}

impl Expr {
    /// Whether one of these names is read in it; names in the braces of dice are read, too.
    pub(crate) fn reads(&self, names: &[Name]) -> bool {
        let mut is_read = false;
        self.each(&mut |expr| match &expr.kind {
            ExprKind::Name(read_name) => {
                is_read |= names.iter().any(|name| name.text == *read_name)
            }
            ExprKind::Text(text) => {
                is_read |= names
                    .iter()
                    .any(|name| text.contains(&format!("{{{}}}", name.text)))
            }
            _ => (),
        });
        is_read
    }

    /// It, and all that stands in it.
    pub(crate) fn each(&self, see: &mut impl FnMut(&Expr)) {
        see(self);
        self.children()
            .into_iter()
            .for_each(|child| child.each(see));
    }

    /// What it is made of, in the order in which it is written.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Whole(_) | ExprKind::Decimal(_) | ExprKind::Text(_) | ExprKind::Truth(_) => {
                Vec::new()
            }
            ExprKind::Name(_) => Vec::new(),
            ExprKind::Negative(one) | ExprKind::Not(one) | ExprKind::Field(one, _) => vec![one],
            ExprKind::Binary(_, one, other) | ExprKind::Index(one, other) => vec![one, other],
            ExprKind::Compare(first, rest) => std::iter::once(&**first)
                .chain(rest.iter().map(|(_, one)| one))
                .collect(),
            ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => all.iter().collect(),
            ExprKind::IfElse(parts) => parts.iter().collect(),
            ExprKind::Comprehension(of) => [&of.item, &of.source]
                .into_iter()
                .chain(&of.condition)
                .collect(),
            ExprKind::Call(call) => call
                .arguments
                .iter()
                .map(|argument| &argument.value)
                .collect(),
            ExprKind::Entry(values) => values.iter().map(|argument| &argument.value).collect(),
            ExprKind::Asked(QuestionPart::Function(_, of)) => of.iter().collect(),
            ExprKind::Asked(_) => Vec::new(),
        }
    }

    /// As [`Expr::children`], to be changed.
    pub(crate) fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Negative(one) | ExprKind::Not(one) | ExprKind::Field(one, _) => vec![one],
            ExprKind::Binary(_, one, other) | ExprKind::Index(one, other) => vec![one, other],
            ExprKind::Compare(first, rest) => std::iter::once(&mut **first)
                .chain(rest.iter_mut().map(|(_, one)| one))
                .collect(),
            ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => {
                all.iter_mut().collect()
            }
            ExprKind::IfElse(parts) => parts.iter_mut().collect(),
            ExprKind::Comprehension(of) => {
                let of = &mut **of;
                [&mut of.item, &mut of.source]
                    .into_iter()
                    .chain(&mut of.condition)
                    .collect()
            }
            ExprKind::Call(Call { arguments, .. }) | ExprKind::Entry(arguments) => arguments
                .iter_mut()
                .map(|argument| &mut argument.value)
                .collect(),
            _ => Vec::new(),
        }
    }
}
