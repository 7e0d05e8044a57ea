//! Rows as a Parquet table, and back: one column after another, a group of rows at a time.

use std::io::Write;
use std::sync::Arc;

use oddsmith_engine::odds::Mass;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;

use super::row::{Row, Tells};

/// Rows of a group, which stand in memory together.
pub(super) const GROUP: usize = 65_536;

/// The columns, in the order in which they are written and read below. Documented in `docs/shards.md`.
const SCHEMA: &str = "
message shard {
    optional int64 case;
    optional binary row (STRING);
    optional int32 slot;
    optional binary metric (STRING);
    optional int32 step;
    optional int64 value;
    optional group answer (LIST) { repeated group list { optional int64 element; } }
    optional int64 count;
    optional int64 played;
    optional double exact;
    optional int64 residue_1 (INTEGER(64, false));
    optional int64 residue_2 (INTEGER(64, false));
    optional int64 residue_3 (INTEGER(64, false));
    optional double mean;
    optional double sd;
    optional double unresolved;
    optional int64 trials;
    optional int64 trials_played;
    optional double cost;
    optional boolean drawn;
    optional binary play (STRING);
    optional binary offers (STRING);
}";

/// The schema of the table.
pub(super) fn schema() -> Arc<Type> {
    Arc::new(parse_message_type(SCHEMA).expect("the schema is sound"))
}

/// Writes a group of rows.
pub(super) fn write<W: Write + Send>(group: &mut SerializedRowGroupWriter<'_, W>, rows: &[Row]) -> Result<()> {
    let whole = |number: u64| number.cast_signed();
    let residue = |row: &Row, at: usize| row.exact.map(|mass| whole(mass.written().1[at]));
    let text = |text: &str| ByteArray::from(text);
    column::<Int64Type, _>(group, rows, |row| Some(whole(row.case)))?;
    column::<ByteArrayType, _>(group, rows, |row| Some(text(row.tells.word())))?;
    column::<Int32Type, _>(group, rows, |row| row.slot.map(u32::cast_signed))?;
    column::<ByteArrayType, _>(group, rows, |row| row.metric.as_deref().map(text))?;
    column::<Int32Type, _>(group, rows, |row| row.step.map(u32::cast_signed))?;
    column::<Int64Type, _>(group, rows, |row| row.value)?;
    answers(group, rows)?;
    column::<Int64Type, _>(group, rows, |row| row.count.map(whole))?;
    column::<Int64Type, _>(group, rows, |row| row.played.map(whole))?;
    column::<DoubleType, _>(group, rows, |row| row.exact.map(|mass| mass.written().0))?;
    for at in 0..3 {
        column::<Int64Type, _>(group, rows, |row| residue(row, at))?;
    }
    column::<DoubleType, _>(group, rows, |row| row.moments.map(|(mean, _)| mean))?;
    column::<DoubleType, _>(group, rows, |row| row.moments.map(|(_, sd)| sd))?;
    column::<DoubleType, _>(group, rows, |row| row.unresolved)?;
    column::<Int64Type, _>(group, rows, |row| row.trials.map(whole))?;
    column::<Int64Type, _>(group, rows, |row| row.trials_played.map(whole))?;
    column::<DoubleType, _>(group, rows, |row| row.cost)?;
    column::<BoolType, _>(group, rows, |row| row.drawn)?;
    column::<ByteArrayType, _>(group, rows, |row| row.play.as_deref().map(text))?;
    column::<ByteArrayType, _>(group, rows, |row| row.offers.as_deref().map(text))
}

/// Writes a column: of each row a value, or none.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row],
    of: impl Fn(&Row) -> Option<T::T>,
) -> Result<()> {
    let (mut levels, mut values) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let value = of(row);
        levels.push(i16::from(value.is_some()));
        values.extend(value);
    }
    write_levels::<T, W>(group, &values, &levels, None)
}

/// Levels of a list: it is none, it is empty, its element is none, its element is there.
const NONE: i16 = 0;
const EMPTY: i16 = 1;
const ABSENT: i16 = 2;
const THERE: i16 = 3;

/// Writes the column of the answers, each a list of values. The outer absence of an answer (a row that tells none) and
/// the inner (the condition does not happen) are told apart by what the row tells.
fn answers<W: Write + Send>(group: &mut SerializedRowGroupWriter<'_, W>, rows: &[Row]) -> Result<()> {
    let (mut levels, mut repeats, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        match row.answer.as_ref().and_then(|answer| answer.as_deref()) {
            None | Some([]) => {
                levels.push(if matches!(row.answer, Some(Some(_))) { EMPTY } else { NONE });
                repeats.push(0);
            }
            Some(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    levels.push(if element.is_some() { THERE } else { ABSENT });
                    repeats.push(i16::from(at > 0));
                    values.extend(element);
                }
            }
        }
    }
    write_levels::<Int64Type, W>(group, &values, &levels, Some(&repeats))
}

fn write_levels<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: &[i16],
    repeats: Option<&[i16]>,
) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(|| ParquetError::General("a column too many".to_owned()))?;
    column.typed::<T>().write_batch(values, Some(levels), repeats)?;
    column.close()
}

/// Reads a group of rows.
pub(super) fn read(group: &dyn RowGroupReader) -> Result<Vec<Row>> {
    let many = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    if many > GROUP {
        return Err(damaged());
    }
    let mut next = 0..;
    let mut at = || next.next().unwrap_or(usize::MAX);
    let whole = |group: &dyn RowGroupReader, at| -> Result<Vec<Option<u64>>> {
        Ok(values::<Int64Type>(group, at, many)?.into_iter().map(|value| value.map(i64::cast_unsigned)).collect())
    };
    let case = whole(group, at())?;
    let words = texts(group, at(), many)?;
    let slot = values::<Int32Type>(group, at(), many)?;
    let metric = texts(group, at(), many)?;
    let step = values::<Int32Type>(group, at(), many)?;
    let value = values::<Int64Type>(group, at(), many)?;
    let answer = lists(group, at(), many)?;
    let count = whole(group, at())?;
    let played = whole(group, at())?;
    let exact = values::<DoubleType>(group, at(), many)?;
    let residues = [whole(group, at())?, whole(group, at())?, whole(group, at())?];
    let mean = values::<DoubleType>(group, at(), many)?;
    let sd = values::<DoubleType>(group, at(), many)?;
    let unresolved = values::<DoubleType>(group, at(), many)?;
    let trials = whole(group, at())?;
    let trials_played = whole(group, at())?;
    let cost = values::<DoubleType>(group, at(), many)?;
    let drawn = values::<BoolType>(group, at(), many)?;
    let play = texts(group, at(), many)?;
    let offers = texts(group, at(), many)?;
    let row = |i: usize| -> Option<Row> {
        let tells = Tells::ALL.into_iter().find(|own| words[i].as_deref() == Some(own.word()))?;
        let residue = |at: usize| residues[at][i];
        let exact = match (exact[i], residue(0), residue(1), residue(2)) {
            (Some(float), Some(one), Some(two), Some(three)) => Some(Mass::read(float, [one, two, three])),
            _ => None,
        };
        Some(Row {
            case: case[i]?,
            tells,
            slot: slot[i].map(i32::cast_unsigned),
            metric: metric[i].clone(),
            step: step[i].map(i32::cast_unsigned),
            value: value[i],
            answer: (tells == Tells::Answer).then(|| answer[i].clone()),
            count: count[i],
            played: played[i],
            exact,
            moments: mean[i].zip(sd[i]),
            unresolved: unresolved[i],
            trials: trials[i],
            trials_played: trials_played[i],
            cost: cost[i],
            drawn: drawn[i],
            play: play[i].clone(),
            offers: offers[i].clone(),
        })
    };
    (0..many).map(row).collect::<Option<Vec<Row>>>().ok_or_else(damaged)
}

fn damaged() -> ParquetError {
    ParquetError::General("its table is not that of a shard".to_owned())
}

/// Reads a column: of each row a value, or none.
fn values<T: DataType>(group: &dyn RowGroupReader, at: usize, many: usize) -> Result<Vec<Option<T::T>>> {
    let (levels, _, values) = read_levels::<T>(group, at, many, false)?;
    let mut values = values.into_iter();
    let read: Vec<Option<T::T>> = levels.iter().map(|&level| if level > 0 { values.next() } else { None }).collect();
    if read.len() == many { Ok(read) } else { Err(damaged()) }
}

fn texts(group: &dyn RowGroupReader, at: usize, many: usize) -> Result<Vec<Option<String>>> {
    let text = |bytes: Option<ByteArray>| bytes.map(|bytes| bytes.as_utf8().map(str::to_owned)).transpose();
    values::<ByteArrayType>(group, at, many)?.into_iter().map(text).collect()
}

/// A list of values, each of which may be absent; or no list.
type List = Option<Box<[Option<i64>]>>;

/// Reads the column of the answers.
fn lists(group: &dyn RowGroupReader, at: usize, many: usize) -> Result<Vec<List>> {
    let (levels, repeats, values) = read_levels::<Int64Type>(group, at, many, true)?;
    let mut values = values.into_iter();
    let mut lists: Vec<Option<Vec<Option<i64>>>> = Vec::with_capacity(many);
    for (&level, &repeat) in levels.iter().zip(&repeats) {
        if repeat == 0 {
            lists.push((level != NONE).then(Vec::new));
        }
        if level >= ABSENT {
            let element = if level == THERE { values.next() } else { None };
            lists.last_mut().and_then(Option::as_mut).ok_or_else(damaged)?.push(element);
        }
    }
    if lists.len() == many { Ok(lists.into_iter().map(|list| list.map(Vec::into)).collect()) } else { Err(damaged()) }
}

type Levels<T> = (Vec<i16>, Vec<i16>, Vec<T>);

fn read_levels<T: DataType>(group: &dyn RowGroupReader, at: usize, many: usize, is_list: bool) -> Result<Levels<T::T>> {
    let mut column = get_typed_column_reader::<T>(group.get_column_reader(at)?);
    let (mut levels, mut repeats, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut left = many;
    while left > 0 {
        let own = is_list.then_some(&mut repeats);
        let (read, ..) = column.read_records(left, Some(&mut levels), own, &mut values)?;
        if read == 0 {
            return Err(damaged());
        }
        left -= read;
    }
    Ok((levels, repeats, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use proptest::prelude::*;

    fn answer() -> impl Strategy<Value = Option<Box<[Option<i64>]>>> {
        prop::option::of(prop::collection::vec(prop::option::of(any::<i64>()), 0..4).prop_map(Vec::into))
    }

    fn mass() -> impl Strategy<Value = Mass> {
        prop_oneof![
            (0u32..50, 50u32..100).prop_map(|(n, d)| Mass::ratio(n.into(), d.into())),
            (0.0f64..1.0).prop_map(Mass::inexact)
        ]
    }

    prop_compose! {
        fn row()(
            case in 1u64..u64::MAX / 2,
            tells in prop::sample::select(&Tells::ALL[..]),
            (slot, step, value) in any::<(Option<u32>, Option<u32>, Option<i64>)>(),
            metric in prop::option::of("\\PC{0,12}"),
            answer in answer(),
            (count, played, trials, trials_played) in any::<(Option<u64>, Option<u64>, Option<u64>, Option<u64>)>(),
            exact in prop::option::of(mass()),
            moments in prop::option::of((-1e300f64..1e300, 0.0f64..1e300)),
            (unresolved, cost) in (prop::option::of(0.0f64..1.0), prop::option::of(0.0f64..1e9)),
            drawn in any::<Option<bool>>(),
            (play, offers) in (prop::option::of("\\PC{0,12}"), prop::option::of("\\PC{0,12}")),
        ) -> Row {
            let answer = (tells == Tells::Answer).then_some(answer);
            Row { case, tells, slot, metric, step, value, answer, count, played, exact, moments, unresolved, trials,
                trials_played, cost, drawn, play, offers }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn rows_come_back_bit_by_bit(rows in prop::collection::vec(row(), 1..40)) {
            let file = tempfile::tempfile().unwrap();
            let mut writer = SerializedFileWriter::new(&file, schema(), Arc::default()).unwrap();
            let mut group = writer.next_row_group().unwrap();
            write(&mut group, &rows).unwrap();
            group.close().unwrap();
            writer.close().unwrap();
            let reader = SerializedFileReader::new(file).unwrap();
            prop_assert_eq!(read(&*reader.get_row_group(0).unwrap()).unwrap(), rows);
        }
    }
}
