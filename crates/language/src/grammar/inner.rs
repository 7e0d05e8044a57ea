//! Access to the parts of statements and expressions.

use super::tree::{
    AssignTarget, Call, Definition, Expr, ExprKind, Name, QuestionPart, Statement, StatementKind,
};

impl Definition {
    /// Returns the local names: the parameters and all assigned names.
    pub(crate) fn local_names(&self) -> impl Iterator<Item = &Name> {
        let mut names: Vec<&Name> = self.parameters.iter().collect();
        collect_assigned(&self.body, &mut names);
        names.into_iter()
    }
}

fn collect_assigned<'b>(body: &'b [Statement], names: &mut Vec<&'b Name>) {
    let target_names = |targets: &'b [AssignTarget]| targets.iter().map(|target| &target.name);
    for statement in body {
        match &statement.kind {
            StatementKind::Assign { targets, .. } => names.extend(target_names(targets)),
            StatementKind::Change { target, .. } => names.push(&target.name),
            StatementKind::For {
                names: loop_names, ..
            } => names.extend(loop_names),
            _ => (),
        }
        statement
            .blocks()
            .into_iter()
            .for_each(|block| collect_assigned(block, names));
    }
}

impl Statement {
    /// Returns the blocks of the statement.
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

    /// Returns the expressions that belong to the statement itself, without those in its blocks.
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
            StatementKind::While {
                condition: expr, ..
            }
            | StatementKind::For { source: expr, .. } => vec![expr],
            StatementKind::Return(values) => values.iter().collect(),
            StatementKind::Expression(expr) => vec![expr],
            _ => Vec::new(),
        }
    }

    /// Returns the same as [`Statement::blocks`], but mutable.
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

    /// Returns the same as [`Statement::expressions`], but mutable.
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
            StatementKind::While {
                condition: expr, ..
            }
            | StatementKind::For { source: expr, .. } => vec![expr],
            StatementKind::Return(values) => values.iter_mut().collect(),
            StatementKind::Expression(expr) => vec![expr],
            _ => Vec::new(),
        }
    }
}

impl Expr {
    /// Returns whether the expression reads one of these names. Names in the braces of dice texts
    /// count.
    pub(crate) fn reads(&self, names: &[Name]) -> bool {
        let mut is_read = false;
        self.visit(&mut |expr| match &expr.kind {
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

    /// Visits the expression and all its descendants.
    pub(crate) fn visit(&self, see: &mut impl FnMut(&Expr)) {
        see(self);
        self.children()
            .into_iter()
            .for_each(|child| child.visit(see));
    }

    /// Returns the direct children, in the order of the source.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Whole(_) | ExprKind::Decimal(_) | ExprKind::Text(_) | ExprKind::Truth(_) => {
                Vec::new()
            }
            ExprKind::Name(_) => Vec::new(),
            ExprKind::Negative(inner) | ExprKind::Not(inner) | ExprKind::Field(inner, _) => {
                vec![inner]
            }
            ExprKind::Binary(_, first, other) | ExprKind::Index(first, other) => vec![first, other],
            ExprKind::Compare(first, rest) => std::iter::once(&**first)
                .chain(rest.iter().map(|(_, operand)| operand))
                .collect(),
            ExprKind::List(items) | ExprKind::And(items) | ExprKind::Or(items) => {
                items.iter().collect()
            }
            ExprKind::IfElse(parts) => parts.iter().collect(),
            ExprKind::Comprehension(comprehension) => [&comprehension.item, &comprehension.source]
                .into_iter()
                .chain(&comprehension.condition)
                .collect(),
            ExprKind::Call(call) => call
                .arguments
                .iter()
                .map(|argument| &argument.value)
                .collect(),
            ExprKind::Entry(values) => values.iter().map(|argument| &argument.value).collect(),
            ExprKind::QuestionPart(QuestionPart::Function(_, arguments)) => {
                arguments.iter().collect()
            }
            ExprKind::QuestionPart(_) => Vec::new(),
        }
    }

    /// Returns the same as [`Expr::children`], but mutable.
    pub(crate) fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Negative(inner) | ExprKind::Not(inner) | ExprKind::Field(inner, _) => {
                vec![inner]
            }
            ExprKind::Binary(_, first, other) | ExprKind::Index(first, other) => vec![first, other],
            ExprKind::Compare(first, rest) => std::iter::once(&mut **first)
                .chain(rest.iter_mut().map(|(_, operand)| operand))
                .collect(),
            ExprKind::List(items) | ExprKind::And(items) | ExprKind::Or(items) => {
                items.iter_mut().collect()
            }
            ExprKind::IfElse(parts) => parts.iter_mut().collect(),
            ExprKind::Comprehension(comprehension) => {
                let comprehension = &mut **comprehension;
                [&mut comprehension.item, &mut comprehension.source]
                    .into_iter()
                    .chain(&mut comprehension.condition)
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
