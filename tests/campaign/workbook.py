#!/usr/bin/env python3
"""Reads workbooks with openpyxl and compares them with the CSV files next to them.

Usage: workbook.py FOLDER ...   (folders of results that hold workbook.xlsx)
"""

import csv
import pathlib
import sys
from fractions import Fraction

import openpyxl


def rows_of(folder, file):
    with open(folder / file, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def same(cell, text, where):
    """Holds a cell against the text of CSV."""
    if text == "":
        assert cell is None, f"{where}: {cell!r} instead of nothing"
    elif isinstance(cell, str) and cell.startswith("="):
        assert cell[1:] == text, f"{where}: {cell!r} instead of {text!r}"
    elif isinstance(cell, (int, float)) and not isinstance(cell, bool):
        assert is_number(text) and cell == float(text), f"{where}: {cell!r} instead of {text!r}"
    else:
        # CSV has an apostrophe in front of what a spreadsheet would compute.
        assert str(cell) in (text, text.removeprefix("'")), f"{where}: {cell!r} instead of {text!r}"


def check_all(sheet, table):
    """Every cell of the sheet with all rows is that of distribution.csv."""
    lines = list(sheet.iter_rows(values_only=True))
    heads = list(table[0])
    assert list(lines[0]) == heads, f"{lines[0]} instead of {heads}"
    assert len(lines) - 1 == len(table), f"{len(lines) - 1} rows instead of {len(table)}"
    for number, (line, row) in enumerate(zip(lines[1:], table), start=2):
        for head, cell in zip(heads, line):
            same(cell, row[head], f"All, row {number}, {head}")
    assert len(sheet.tables) == 1, "no table"
    return len(table) * len(heads)


def check_metric(sheet, rows):
    """The chances of a metric's sheet are those of distribution.csv, case by case and step by step."""
    steps = {}
    for row in rows:
        steps.setdefault(row["step"], {}).setdefault(int(row["case"]), []).append(row)
    chances, fractions = [], []
    lines = list(sheet.iter_rows(values_only=True))
    for start, line in enumerate(lines):
        if line[0] in ("Chance", "As a fraction"):
            block = []
            for line in lines[start + 1 :]:
                if line[0] is None or line[0] in ("Mean", "As a fraction", "Chance"):
                    break
                block.append(line)
            (chances if lines[start][0] == "Chance" else fractions).append(block)
    assert len(chances) == len(steps), f"{sheet.title}: {len(chances)} steps instead of {len(steps)}"
    compared = 0
    for block, step in zip(chances, sorted(steps, key=lambda step: int(step or 0))):
        # Values in order, the absent one last: as in CSV.
        values = sorted({row["value"] for case in steps[step].values() for row in case}, key=lambda v: (v == "", int(v or 0)))
        assert len(block) == len(values), f"{sheet.title}: {len(block)} values instead of {len(values)}"
        for line, value in zip(block, values):
            for case, wanted in steps[step].items():
                row = next((row for row in wanted if row["value"] == value), None)
                text = "" if row is None else row["exact"] or row["estimate"]
                same(line[case], text, f"{sheet.title}, value {value}, case {case}")
                compared += 1
    for block in fractions:
        for line in block:
            for cell in line[1:]:
                if isinstance(cell, str) and cell.startswith("="):
                    assert 0 <= Fraction(cell[1:]) <= 1, cell
                    compared += 1
    return compared


def check_answers(sheet, answers):
    """The answers are in the overview."""
    lines = list(sheet.iter_rows(values_only=True))
    start = next(index for index, line in enumerate(lines) if line[0] == "case")
    numbers = {}
    for line in lines[start + 1 :]:
        if not isinstance(line[0], (int, float)):
            break
        numbers[line[0]] = line
    for row in answers:
        wanted = row["exact"] or row["value"]
        line = numbers[int(row["case"])]
        assert wanted == "" or float(wanted) in line, f"{row['ask']} of case {row['case']}: {wanted} is not in {line}"
        if row["exact_fraction"]:
            # A spreadsheet would round whole numbers of more than 53 bits: such a fraction is text.
            n, d = row["exact_fraction"].split("/") if "/" in row["exact_fraction"] else (row["exact_fraction"], "1")
            sign = "=" if max(int(n), int(d)) <= 2**53 else ""
            assert f"{sign}{n}/{d}" in line, f"{row['exact_fraction']} is not in {line}"
    return len(answers)


def check(folder):
    folder = pathlib.Path(folder)
    book = openpyxl.load_workbook(folder / "workbook.xlsx")
    table = rows_of(folder, "distribution.csv")
    compared = check_all(book["All"], table)
    metrics = list(dict.fromkeys(row["metric"] for row in table))
    sheets = [sheet for sheet in book.worksheets if sheet.title not in ("Overview", "All")]
    assert len(sheets) == len(metrics), f"{len(sheets)} sheets for {len(metrics)} metrics"
    charts = len(book["Overview"]._charts)
    for name, sheet in zip(metrics, sheets):
        compared += check_metric(sheet, [row for row in table if row["metric"] == name])
        charts += len(sheet._charts)
    if (folder / "asks.csv").exists():
        compared += check_answers(book["Overview"], rows_of(folder, "asks.csv"))
    # More cases than fit along an axis have no chart.
    assert charts > 0 or len({row["case"] for row in table}) > 60, "no chart"
    print(f"{folder.name}: {len(book.worksheets)} sheets, {charts} charts, {compared} cells as in the CSV")


for folder in sys.argv[1:]:
    check(folder)
