//! console.table.

use super::inspect::{Options, inspect};
use super::{layout, log, write};
use crate::atom::Key;
use crate::iteration::{self, Record, Site};
use crate::kinds::*;
use crate::object::{self, keys, lookup};
use crate::output::Stream;
use crate::realm::Args;
use crate::value::*;
use crate::{atom, convert, error, string, table as hash};

/// A cell's text.
fn cell<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
    let object = v.get(&*cx).is_object() && v.cast::<Array>(&*cx).is_none();
    let deep = object && enumerable(cx, v)?.len() > 2;
    inspect(
        cx,
        v,
        Options {
            depth: if deep { -1 } else { 0 },
            max_array: 3,
            break_length: usize::MAX / 4,
            ..Options::default()
        },
    )
}

/// The enumerable own string keys.
fn enumerable<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<Vec<Key>, Throw> {
    let mut found = Vec::new();
    for key in keys::own_keys(cx, v, keys::Which::Strings)? {
        if keys::is_enumerable(cx, v, key)? {
            found.push(key);
        }
    }
    Ok(found)
}

/// console.table(data, columns)
pub fn table<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let columns = wanted_columns(cx, args)?;
    let data = args.get(0);
    if !data.get(&*cx).is_object() || crate::call::is_callable(data.get(&*cx)) {
        return log(cx, args);
    }
    let (map, set) = (data.cast::<MapObject>(&*cx).is_some(), data.cast::<SetObject>(&*cx).is_some());
    let text = if map || set { of_collection(cx, data, map)? } else { of_object(cx, data, columns)? };
    write(cx, Stream::Out, &text);
    Ok(undefined())
}

/// The names in argument 1.
fn wanted_columns<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<Option<Vec<String>>, Throw> {
    if args.get(1).get(&*cx).is_undefined() {
        return Ok(None);
    }
    if args.get(1).cast::<Array>(&*cx).is_none() {
        let message = "The \"properties\" argument must be an instance of Array.";
        return Err(error::type_error(cx, message));
    }
    roots!(cx; iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    iteration::get_iterator(cx, Site::Builtin, args.get(1), record)?;
    let mut names = Vec::new();
    while iteration::step_value(cx, record, v)? {
        names.push(super::format::string_of(cx, v)?);
    }
    Ok(Some(names))
}

/// A Map or a Set: a row for each entry.
fn of_collection<'rt>(cx: &mut Cx<'rt>, data: Root<'_, 'rt>, map: bool) -> Result<String, Throw> {
    roots!(cx; of, k, v);
    if let Some(o) = data.cast::<Object>(&*cx) {
        of.set(o.get(object_words::OWN));
    }
    let mut rows = Vec::new();
    let mut e = 0;
    while let Some(t) = of.cast::<Table>(&*cx)
        && e < hash::used(t)
    {
        k.set(hash::key(t, e));
        v.set(hash::value(t, e));
        e += 1;
        if k.get(&*cx).is_hole() {
            continue;
        }
        let mut row = vec![rows.len().to_string(), cell(cx, k)?];
        if map {
            row.push(cell(cx, v)?);
        }
        rows.push(row);
    }
    let head: &[&str] =
        if map { &["(iteration index)", "Key", "Values"] } else { &["(iteration index)", "Values"] };
    let head: Vec<String> = head.iter().map(|s| s.to_string()).collect();
    Ok(layout::table(&head, &rows))
}

/// An array or other object: a row for each property, a column for each property of those that are objects.
fn of_object<'rt>(
    cx: &mut Cx<'rt>,
    data: Root<'_, 'rt>,
    wanted: Option<Vec<String>>,
) -> Result<String, Throw> {
    roots!(cx; alive, item, v, key_value);
    let mut head: Vec<String> = wanted.clone().unwrap_or_default();
    let mut rows: Vec<(Vec<String>, Option<String>)> = Vec::new();
    let row_keys = enumerable(cx, data)?;
    alive.set(keys::key_list(cx, &row_keys)?);
    let mut index = Vec::new();
    for &row_key in &row_keys {
        index.push(atom::key_text(&*cx, row_key));
        item.set(object::get(cx, data, row_key)?);
        if !item.get(&*cx).is_object() && wanted.is_none() {
            rows.push((Vec::new(), Some(cell(cx, item)?)));
            continue;
        }
        let names = match &wanted {
            Some(names) => names.clone(),
            None => {
                let keys = enumerable(cx, item)?;
                keys.into_iter().map(|key| atom::key_text(&*cx, key)).collect()
            }
        };
        let mut row = Vec::new();
        for name in names {
            let column = head.iter().position(|h| *h == name).unwrap_or_else(|| {
                head.push(name.clone());
                head.len() - 1
            });
            row.resize(row.len().max(column + 1), String::new());
            key_value.set(string::from_str(cx, &name)?);
            let key = convert::to_property_key(cx, key_value)?;
            if item.get(&*cx).is_object() && has_own(&*cx, item, key) {
                v.set(object::get(cx, item, key)?);
                row[column] = cell(cx, v)?;
            }
        }
        rows.push((row, None));
    }
    let values = rows.iter().any(|(_, value)| value.is_some());
    let columns = head.len();
    let rows: Vec<Vec<String>> = index
        .into_iter()
        .zip(rows)
        .map(|(index, (mut row, value))| {
            row.insert(0, index);
            row.resize(1 + columns, String::new());
            row.extend(value);
            row
        })
        .collect();
    head.insert(0, "(index)".into());
    if values {
        head.push("Values".into());
    }
    Ok(layout::table(&head, &rows))
}

fn has_own<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, key: Key) -> bool {
    o.cast::<Object>(cx).is_some_and(|o| !matches!(lookup::find_own(cx, o, key), lookup::Own::Missing))
}
