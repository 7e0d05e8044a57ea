"""Parses all rule files with the tree-sitter grammar, and reads the queries: `test.py odds.so`."""

import ctypes
import re
import sys
from pathlib import Path

from tree_sitter import Language, Parser, Query, QueryCursor

here = Path(__file__).resolve().parent
top = here.parent.parent
library = ctypes.CDLL(sys.argv[1])
library.tree_sitter_odds.restype = ctypes.c_void_p
capsule = ctypes.pythonapi.PyCapsule_New
capsule.restype = ctypes.py_object
capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
odds = Language(capsule(library.tree_sitter_odds(), b"tree_sitter.Language", None))
parser = Parser(odds)


def tree(text):
    return parser.parse(text.encode()).root_node


def nodes(node, kind):
    found = [node] if node.type == kind else []
    return found + [one for child in node.children for one in nodes(child, kind)]


texts = {str(path.relative_to(top)): path.read_text() for folder in ("rules", "gallery", "crates/language", "tests/rules", "benches", "python", "examples") for path in (top / folder).rglob("*.odds") if not {"mistakes", "broken"} & set(path.parts)}
for path in [*top.glob("*.md"), *top.glob("docs/**/*.md")]:
    for number, text in enumerate(re.findall(r"^```odds\n(.*?)^```", path.read_text(), re.S | re.M), 1):
        texts[f"{path.relative_to(top)}, rule {number}"] = text
assert len(texts) > 70, f"only {len(texts)} rule files"
for name, text in texts.items():
    root = tree(text)
    assert not root.has_error, f"{name}: {nodes(root, 'ERROR')}"
    # What a regular expression finds as well.
    bare = re.sub(r'"""(?:.|\n)*?"""', "", text)
    assert len(nodes(root, "function_definition")) == len(re.findall(r"^def ", bare, re.M)), name
    assert len(nodes(root, "while_statement")) == len(re.findall(r"^ *while ", bare, re.M)), name
    trial = [one for one in root.children if one.type == "function_definition" and one.child_by_field_name("name").text == b"trial"]
    assert len(trial) == len(re.findall(r"^def trial\(", bare, re.M)), name

# Blocks, lines and mistakes.
root = tree("def f(a):\n    if a > 1:\n        return 1\n\n  # a comment further out\n    elif a: return 2\n    else:\n        return [1,\n2]\nx = 3\n")
assert not root.has_error and [child.type for child in root.children if child.is_named] == ["function_definition", "assignment"], str(root)
assert len(nodes(root, "elif_clause")) == 1 and len(nodes(root, "else_clause")) == 1
power = nodes(tree("x = -2 ** 3 ** y\n"), "negative")
assert len(power) == 1 and power[0].text == b"-2 ** 3 ** y"
assert nodes(tree("x = not a in b or c\n"), "binary")[0].child_by_field_name("operator").text == b"or"
assert not tree("use = 3\nuse \"std\": opposed\nn = category(\"N\", pass = success, in = failure)\nexpect(\"P(n)\", use = 1..3)\n").has_error
assert tree("def f(:\n    x = = 3\n").has_error

# The queries of all editors name nodes that exist.
queries = sorted([*here.parent.glob("**/*.scm")])
assert len(queries) >= 5, queries
for path in queries:
    Query(odds, path.read_text())
text = (top / "rules" / "wing.odds").read_text()
for path in [path for path in queries if path.name == "highlights.scm"]:
    captures = QueryCursor(Query(odds, path.read_text())).captures(tree(text))
    words = {name.split(".")[0] for name in captures}
    missing = {"keyword", "function", "string", "comment", "operator", "variable"} - words
    assert not missing, f"{path}: nothing is {missing}"
print(f"{len(texts)} rule files, {len(queries)} queries")
