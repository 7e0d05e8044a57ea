#!/usr/bin/env python3
"""Campaigns against what strangers write: rules, their names and defaults, shards, and surroundings that give nothing.

    tests/campaign/strangers.py programs 3000   random rule programs against an enumerator that shares nothing with the engine:
                                                the same text is run by Python, every path of chance in turn, in fractions
    tests/campaign/strangers.py rules 1500      rule files that are broken, or whose names and defaults mean harm: all commands,
                                                on a terminal that looks for what commands it
    tests/campaign/strangers.py forged 1000     shards that were changed and sealed anew: refused, or the same files; and some
                                                that were only sealed anew, which have to be accepted
    tests/campaign/strangers.py surroundings 1  pipes, devices, limits, languages and terminals of all kinds
    tests/campaign/strangers.py lsp 1000        hostile talks with the language server: wrong types, places, headers and bodies;
                                                every request has one answer, and a good one is answered after them
    tests/campaign/strangers.py fmt 1000        rule files with random edits: `fmt` refuses and leaves the file alone, or a second
                                                `fmt` changes nothing and the odds stay
    tests/campaign/strangers.py large 2000      rules whose numbers are large: `check` and a run, each within 20 s and 2 GB
    tests/campaign/strangers.py watch 100       files that are saved, moved away, broken and put back while `watch` runs: it goes on,
                                                and prints the odds of what is there in the end
    tests/campaign/strangers.py cards 300       reference cards with strange labels and many rows: all that is drawn is on the page
    tests/campaign/strangers.py threads 500     games of many states, with and without decisions: 1, 2 and 7 threads write the same bytes
    tests/campaign/strangers.py balance 300     random [balance] sections: searched or refused, and `--apply` gives a good file

`programs 3000-10000` continues where `programs 3000` ends. A range works for each campaign with a seed per number, which
are all but `rules` and `forged`.

SIMULATE names the program (target/release/simulate). Every campaign has a fixed seed, tells what went wrong and how to
see it again, and ends with 1 if anything did.
"""

import contextlib
import csv
import gzip
import hashlib
import itertools
import json
import os
import pathlib
import pty
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from math import comb

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from processes import MEMORY, OURS, PROGRAM, ROOT, files, problems, wrong  # noqa: E402

LIMIT = 20.0  # seconds


def run(args, cwd, **more):
    """Runs the program to its end: its code and what it said."""
    try:
        done = subprocess.run([PROGRAM, *args], cwd=cwd, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired:
        wrong("hangs", args, "in", cwd)
        return 0, ""
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if str(done.returncode) not in OURS or "panicked" in said:
        wrong(f"ends with {done.returncode}", args, "in", cwd, said[-400:])
    return done.returncode, said


# ---- random programs, against Python

class TooMany(Exception):
    """More paths than are worth it."""


class Paths:
    """Runs a program once for every path of answers; the result has the answers with their chances, as fractions."""

    MOST = 2500

    def __init__(self):
        self.prefix, self.at, self.chance = [], 0, Fraction(1)

    def ask(self, law):
        if self.at == len(self.prefix):
            self.prefix.append([0, law])
        own = self.prefix[self.at]
        self.at += 1
        value, chance = own[1][own[0]]
        self.chance *= chance
        return value

    def every(self, trial):
        """Every outcome with its chance."""
        found = {}
        for _ in range(self.MOST):
            self.at, self.chance = 0, Fraction(1)
            outcome = trial(self.ask)
            found[outcome] = found.get(outcome, 0) + self.chance
            while self.prefix and self.prefix[-1][0] + 1 == len(self.prefix[-1][1]):
                self.prefix.pop()
            if not self.prefix:
                return found
            self.prefix[-1][0] += 1
        raise TooMany


def even(values):
    values = list(values)
    return [(value, Fraction(1, len(values))) for value in values]


def names_of(ask, recorded):
    """What a program may call, as Python has it: the laws are worked out here, from the documentation alone."""

    def place_of(weights):
        whole = sum(weights)
        return ask([(place, Fraction(weight, whole)) for place, weight in enumerate(weights) if weight])

    def roll(die, weights=None):
        values = range(1, die + 1) if isinstance(die, int) else die
        return ask(even(values)) if weights is None else values[place_of(weights)]

    def pool(count, sides):
        return [roll(sides) for _ in range(count)]

    def successes(count, sides, least):
        p = Fraction(sum(face >= least for face in range(1, sides + 1)), sides)
        law = [(k, comb(count, k) * p**k * (1 - p) ** (count - k)) for k in range(count + 1)]
        return ask([(k, chance) for k, chance in law if chance])

    def binomial(count, p):
        p = Fraction(str(p))
        law = [(k, comb(count, k) * p**k * (1 - p) ** (count - k)) for k in range(count + 1)]
        return ask([(k, chance) for k, chance in law if chance])

    def chance(a, b):
        return ask([(True, Fraction(a, b)), (False, 1 - Fraction(a, b))][0 if a else 1 : 2 if a < b else 1])

    def draw(deck, count):
        deck, hand = list(deck), [0] * len(deck)
        for _ in range(count):
            place = place_of(deck)
            deck[place] -= 1
            hand[place] += 1
        return hand, deck

    def dice(text):
        total = 0
        for sign, count, sides, keep, kept, plain in re.findall(r"([+-]?)(?:(\d*)d(\d+)(?:(kh|kl)(\d+))?|(\d+))", text):
            if plain:
                own = int(plain)
            else:
                faces = sorted((roll(int(sides)) for _ in range(int(count or 1))), reverse=keep != "kl")
                own = sum(faces[: int(kept)] if keep else faces)
            total += -own if sign == "-" else own
        return total

    def record(metric, value, step=None):
        recorded[metric if step is None else f"{metric}@{step}"] = value

    return {
        "roll": roll, "pool": pool, "successes": successes, "binomial": binomial, "chance": chance, "draw": draw,
        "dice": dice, "record": record, "true": True, "false": False, "upto": lambda n: list(range(1, n + 1)), "range": lambda n: list(range(n)),
        "highest": lambda values, n: sorted(values, reverse=True)[:n], "lowest": lambda values, n: sorted(values)[:n],
        "sorted": sorted, "sum": sum, "max": max, "min": min, "abs": abs, "len": len, "any": any, "all": all,
        "x": "x", "happens": "happens", "side": "side", "turns": "turns",
        "round_up": lambda a, b: -((-a) // b),
    }  # fmt: skip


class Writer:
    """Writes a random program."""

    def __init__(self, chance):
        self.chance, self.names, self.lists, self.count = chance, [], [], 0

    def new(self):
        self.count += 1
        return f"v{self.count}"

    def number(self, deep=1):
        pick = self.chance.choice
        leaves = [str(self.chance.randint(0, 4)), *self.names, *self.names, "roll(2)", "roll(3)", "successes(2, 6, 5)", "binomial(1, 0.25)",
                  'dice("1d2+1")', 'dice("2d2kh1-1")', "roll(range(3), weights = [2, 0, 1])"]  # fmt: skip
        if deep == 0 or self.chance.random() < 0.3:
            return pick(leaves)
        a, b = (lambda: self.number(deep - 1)), (lambda: self.number(deep - 1))
        kinds = [
            lambda: f"({a()} + {b()})", lambda: f"({a()} - {b()})", lambda: f"({a()} * {pick(['2', '-1', '3'])})",
            lambda: f"({a()} // {pick(['2', '3'])})", lambda: f"({a()} % {pick(['2', '3'])})", lambda: f"max({a()}, {b()})",
            lambda: f"min({a()}, {b()})", lambda: f"abs({a()})", lambda: f"({a()} if {self.event(deep - 1)} else {b()})",
            lambda: f"sum({self.list(deep - 1)})", lambda: f"len({self.list(deep - 1)})", lambda: f"round_up({a()}, 2)",
            lambda: f"sum(i >= {pick('123')} for i in {self.list(deep - 1)})", lambda: f"max({self.list(deep - 1)} + [0])",
        ]  # fmt: skip
        return pick(kinds)()

    def list(self, deep=1):
        pick = self.chance.choice
        kinds = [
            lambda: f"pool({pick('12')}, 2)", lambda: f"[{self.number(deep)}, {self.number(deep)}]",
            lambda: f"highest(pool(2, 2), {pick('12')})", lambda: f"sorted(pool(2, 2))", lambda: "range(3)", lambda: "upto(2)",
            lambda: f"[i + 1 for i in {pick(self.lists or ['range(2)'])}]",
        ]  # fmt: skip
        return pick(self.lists) if self.lists and self.chance.random() < 0.3 else pick(kinds)()

    def event(self, deep=1):
        pick = self.chance.choice
        compare = lambda: f"{self.number(deep)} {pick(['==', '!=', '<', '<=', '>', '>='])} {self.number(deep)}"  # noqa: E731
        kinds = [compare, compare, lambda: f"chance({pick(['1, 2', '1, 3', '3, 4'])})", lambda: f"not ({compare()})",
                 lambda: f"({compare()} and {compare()})", lambda: f"({compare()} or {compare()})",
                 lambda: f"any(i > 1 for i in {self.list(0)})", lambda: f"{self.number(0)} in [1, 3]"]  # fmt: skip
        return pick(kinds)()

    def block(self, indent, deep):
        pad, lines = "    " * indent, []
        for _ in range(self.chance.randint(1, 2)):
            kind, known = self.chance.randint(0, 7), (list(self.names), list(self.lists))
            if kind <= 1:
                name = self.new()
                lines.append(f"{pad}{name} = {self.number()}")
                self.names.append(name)
            elif kind == 2:
                lines.append(f"{pad}{self.chance.choice(['total', 'other'])} {self.chance.choice(['+=', '-='])} {self.number(1)}")
            elif kind == 3 and deep:
                lines.append(f"{pad}if {self.event()}:")
                lines += self.block(indent + 1, deep - 1)
                self.names, self.lists = list(known[0]), list(known[1])
                if self.chance.random() < 0.5:
                    lines.append(f"{pad}else:")
                    lines += self.block(indent + 1, deep - 1)
                self.names, self.lists = known
            elif kind == 4 and deep:
                name = self.new()
                lines.append(f"{pad}for {name} in {self.list(0)}:")
                self.names.append(name)
                lines += self.block(indent + 1, deep - 1)
                self.names, self.lists = known
            elif kind == 5 and deep:
                name = self.new()
                lines += [f"{pad}{name} = 0", f"{pad}while {name} < {self.chance.randint(1, 3)}:", f"{pad}    {name} += roll(2)"]
                lines += self.block(indent + 1, deep - 1)
                if self.chance.random() < 0.3:
                    lines += [f"{pad}    if {self.event(0)}:", f"{pad}        {self.chance.choice(['break', 'continue'])}"]
                self.names, self.lists = known
            elif kind == 6:
                name = self.new()
                lines.append(f"{pad}{name} = {self.list()}")
                self.lists.append(name)
            else:
                hand, rest = self.new(), self.new()
                lines.append(f"{pad}{hand}, {rest} = draw([2, 1, 1], 1)")
                lines.append(f"{pad}total += {hand}[0] - {rest}[{self.chance.randint(1, 2)}]")
        return lines

    def program(self):
        """The declarations and the trial."""
        head = ["x = count(\"X\")", "happens = flag(\"It happens\")", "side = category(\"Side\", us = success, them = failure)",
                "turns = count(\"Turns\", each = 2, step = \"Turn\", absent = \"none\")"]  # fmt: skip
        body = ["def trial():", "    total, other = 0, 1"]
        self.names = ["total", "other"]
        body += self.block(1, 2)
        body += self.block(1, 1)
        body += [f"    record(x, {self.number(1)} + total)", f"    record(happens, {self.event()})"]
        body += [f"    record(side, \"us\" if {self.event(0)} else \"them\")", "    record(turns, other, 1)"]
        body += [f"    if {self.event(0)}:", "        record(turns, total, 2)"]
        return "\n".join(head), "\n".join(body)


def truth(body):
    """Every outcome of a trial with its chance."""
    code = compile(body, "trial", "exec")

    def trial(ask):
        recorded = {}
        names = names_of(ask, recorded)
        exec(code, names)
        names["trial"]()
        return tuple(sorted((name, int(value) if isinstance(value, bool) else value) for name, value in recorded.items()))

    return Paths().every(trial)


QUESTIONS = {
    "P(x >= 2 and happens)": lambda own: own["x"] >= 2 and own["happens"],
    "P(side = us | turns@1 <= 1)": (lambda own: own["side"] == "us", lambda own: own["turns@1"] <= 1),
    "P(turns@2 is absent)": lambda own: "turns@2" not in own,
    "P(x > turns@1)": lambda own: own["x"] > own["turns@1"],
    # What several steps come to: a sum and a maximum of those that are there, the first at which something is so.
    "P(sum(turns) >= 2)": lambda own: own["turns@1"] + own.get("turns@2", 0) >= 2,
    "P(max(turns) <= 0)": lambda own: max(own["turns@1"], own.get("turns@2", own["turns@1"])) <= 0,
    "P(first(turns >= 1) = 2)": lambda own: own["turns@1"] < 1 <= own.get("turns@2", 0),
}


TRIALS = 2000  # that are simulated


def programs(seeds):
    place, told, simulated, skipped = pathlib.Path(tempfile.mkdtemp()), 0, 0, 0
    for seed in seeds:
        head, body = Writer(random.Random(seed)).program()
        try:
            found = truth(body)
        except TooMany:
            skipped += 1
            continue
        (place / "mine.odds").write_text(f"{head}\n\n{body}\n")
        # What is given has to be possible.
        possible = [question for question, event in QUESTIONS.items() if not isinstance(event, tuple) or any(event[1](dict(own)) for own in found)]
        asks = list(itertools.chain.from_iterable(("--ask", question) for question in possible))
        code, said = run(["mine.odds", "--trials", str(TRIALS), "--no-charts", "--no-report", "--quiet", *asks], place)
        if code != 0:
            wrong(f"a program that Python runs is refused, seed {seed}", said[:600])
            continue
        laws = {}
        for outcome, chance in found.items():
            for name, value in outcome:
                law = laws.setdefault(name, {})
                law[value] = law.get(value, 0) + chance
        folder = place / "output/mine"
        with open(folder / "distribution.csv", newline="") as file:
            for row in csv.DictReader(file):
                name = row["metric"] + (f"@{row['step']}" if row["step"] else "")
                law = laws.get(name, {})
                value = row["label"] if row["metric"] == "side" else int(row["value"]) if row["value"] else None
                right = 1 - sum(law.values()) if value is None else law.get(value, 0)
                told += told_right(row["exact"], row["exact_fraction"], right, f"seed {seed}, {name}, {value}")
                simulated += simulated_right(int(row["count"]), right, f"seed {seed}, {name}, {value}")
        with open(folder / "asks.csv", newline="") as file:
            for row in csv.DictReader(file):
                event = QUESTIONS[row["ask"]]
                event, given = event if isinstance(event, tuple) else (event, lambda own: True)
                among = [(dict(outcome), chance) for outcome, chance in found.items() if given(dict(outcome))]
                whole = sum(chance for _, chance in among)
                if whole:
                    right = sum(chance for own, chance in among if event(own)) / whole
                    told += told_right(row["exact"], row["exact_fraction"], right, f"seed {seed}, {row['ask']}")
    print(f"{len(seeds)} programs, {skipped} of them with too many paths: {told} odds, {simulated} simulated counts")


def simulated_right(found, right, what):
    """Checks how often a value was simulated; returns 1. Few programs have a count further away than 8 standard deviations."""
    away = abs(found - TRIALS * right)
    if found and not right or away > 8 * (TRIALS * right * (1 - right)) ** 0.5 + 8:
        wrong(what, f"was simulated {found} times in {TRIALS}, and its chance is {right}")
    return 1


def told_right(exact, fraction, right, what):
    """Checks a number of the output; returns 1 where it is exact."""
    if exact == "":
        return 0
    if abs(float(exact) - float(right)) > 1e-12 or fraction and Fraction(fraction) != right:
        wrong(what, f"is given as {exact} {fraction}, and is {right}")
    return 1


# ---- rule files of strangers

HARM = ["\x1b]0;PWNED\x07", "\x1b[2J", "\x9b31m", "\u202e", "\ufffe", "\ufeff", "\x00", "\r", "\u2028", "\U000e0041", "", " ", "é", "日本",
        "name", "Infinity", "-1", "1e400", "0." + "1" * 30, "9" * 40, "\"", "'", "\\", "<script>", "=1+1", "../../evil", "%s", "{0}"]  # fmt: skip


def on_a_terminal(args, cwd):
    """What a terminal is shown."""
    screen, keys = pty.openpty()
    child = subprocess.Popen([PROGRAM, *args], cwd=cwd, stdin=subprocess.DEVNULL, stdout=keys, stderr=keys, env={**os.environ, "TERM": "xterm"})
    os.close(keys)
    shown, begun = b"", time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - begun < LIMIT:
            if select.select([screen], [], [], 0.2)[0]:
                part = os.read(screen, 65536)
                if not part:
                    break
                shown += part
            elif child.poll() is not None:
                break
    os.close(screen)
    if child.poll() is None:
        try:
            child.wait(LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            wrong("hangs on a terminal", args, "in", cwd)
    return child.wait(), shown.decode("utf-8", "replace")


def commanded(shown):
    """Returns the terminal commands in a text, apart from colours, weights and redrawing a line."""
    left = re.sub(r"\x1b\[[0-9;]*[mK]", "", shown)
    return re.findall(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\U000e0000-\U000e007f]", left)


def rules(numbers):
    chance, place, seen = random.Random(8), pathlib.Path(tempfile.mkdtemp()), {}
    texts = [path.read_text() for path in sorted((ROOT / "rules").glob("*.odds"))]
    for number in numbers:
        if number % 2:
            text = chance.choice(texts)
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(text))
                harm = chance.choice(HARM + list("()[]:=,.\"#\n "))
                text = text[:at] + harm + text[at + chance.randint(0, 3) :]
        else:
            harm = lambda: chance.choice(HARM).replace("\\", "").replace("\"", "")  # noqa: E731
            kind, default = chance.choice([("whole({d}, 1, 6, \"{h}\")", "2"), ("decimal({d}, 0, 1, \"{h}\")", "0.5"), ("yes_no({d}, \"{h}\")", "true"),
                                           ("one_of(\"a\", {d}, help = \"{h}\")", "\"b\""), ("dice_of({d}, \"{h}\")", "\"2d6\""),
                                           ("entries(default = [[\"A\", {d}], [\"{h}\", 1]], q = whole(1, 1, 9, \"{h}\"))", "3")])  # fmt: skip
            if chance.random() < 0.3:
                default = chance.choice(["1e400", "0." + "1" * 30, f"\"{harm()}\"", "[]", "-3", "9" * 40])
            text = f"\"\"\"T {harm()}\"\"\"\nx = count(\"L {harm()}\")\np = {kind.format(d=default, h=harm())}\n\ndef trial():\n    record(x, roll(6))\n"
        (place / "mine.odds").write_bytes(text.encode("utf-8", "surrogatepass"))
        (place / "mine.toml").write_text(f'title = "T"\nrule = "mine.odds"\n[labels]\nx = "{chance.choice(["X", "L", "Z"])}"\n')
        for args in (["check", "mine.odds"], ["show", "mine.odds"], ["new", "mine.odds"], ["schema", "mine.odds"],
                     ["mine.odds", "--trials", "200", "--no-save"], ["check", "mine.toml"], ["replay", "mine.odds", "--trial", "2"],
                     ["mine.toml", "--trials", "200", "--no-charts", "--json"]):  # fmt: skip
            if chance.random() < 0.5:
                code, said = on_a_terminal(args, place)
                bad = commanded(said)
                if bad:
                    wrong("a terminal is commanded", args, bad, "by", repr(text[:2000]))
                if str(code) not in OURS or "panicked" in said:
                    wrong(f"ends with {code}", args, repr(text[:2000]), said[-300:])
            else:
                code, _ = run(args, place)
            seen[code] = seen.get(code, 0) + 1
    print(f"{len(numbers)} rule files, eight commands each: codes {dict(sorted(seen.items()))}")


# ---- shards that were forged

def packed(text):
    return gzip.compress(text.encode("utf-8", "surrogatepass"), 1)


def sealed(text):
    """A shard's text with the seal that belongs to it."""
    body, last = text.rstrip("\n").rsplit("\n", 1)
    seal = next((cell for cell in last.split(",") if len(cell) == 64), None)
    return text if seal is None else f"{body}\n{last.replace(seal, hashlib.sha256((body + chr(10)).encode('utf-8', 'surrogatepass')).hexdigest())}\n"


def forged(numbers):
    chance, place, seen = random.Random(9), pathlib.Path(tempfile.mkdtemp()), {"refused": 0, "the same": 0, "control": 0}
    wanted = ["wing-questions", "press-your-luck", "wing-best"]
    merge = ["--quiet", "--no-charts", "--no-report"]
    for name in wanted:
        for shard in ("1/2", "2/2"):
            run(["--scenario", name, "--trials", "30000", "--shard", shard, "--quiet"], place)
        run(["merge", f"output/{name}", "--output", "good", *merge], place)
    for number in numbers:
        name = chance.choice(wanted)
        path = place / f"output/{name}/shard-000{chance.randint(1, 2)}-of-0002.csv.gz"
        whole = path.read_bytes()
        lines = gzip.decompress(whole).decode().split("\n")
        kind, at = "control", 1
        if number % 10:
            kind = chance.choice(["cell", "cell", "cell", "twice", "without", "swap", "header"])
            at = chance.randrange(2, len(lines) - 2)
            if kind == "cell":
                cells = lines[at].split(",")
                own = chance.randrange(len(cells))
                cells[own] = chance.choice(["", "0", "1", "-1", "1e308", "NaN", "inf", str(2**64 - 1), str(2**63), "x", "[1]", "null", cells[own] + "0"])
                lines[at] = ",".join(cells)
            elif kind == "twice":
                lines.insert(at, lines[at])
            elif kind == "without":
                del lines[at]
            elif kind == "swap":
                lines[at], lines[at + 1] = lines[at + 1], lines[at]
            else:
                other = chance.choice([('""trials"":30000', '""trials"":3'), ('""cases"":', '""cases"":9'), (f'""scenario"":""{name}""', '""scenario"":""../../evil""'),
                                       ('""seed"":1', '""seed"":2'), ('""engine"":""auto""', '""engine"":""rm -rf""')])  # fmt: skip
                lines[1] = lines[1].replace(*other)
        path.write_bytes(packed(sealed("\n".join(lines))))
        shutil.rmtree(place / "merged", ignore_errors=True)
        code, said = run(["merge", f"output/{name}", "--output", "merged", *merge], place)
        path.write_bytes(whole)
        is_same = code == 0 and files(place / "merged") == {key: data for key, data in files(place / "good").items() if key.startswith(f"{name}/")}
        if kind == "control" and not is_same:
            wrong("what was only sealed anew is refused", name, said[:300])
        # Who lies in one voice cannot be found out; who contradicts himself can.
        lost = gzip.decompress(whole).decode().split("\n")[at].split(",") if kind == "without" else []
        is_seen = kind in ("twice", "swap", "header") or kind == "without" and (lost[7] or float(lost[9] or 0) > 1e-8)
        if code == 0 and not is_same and is_seen:
            wrong("a forged shard is merged into other files", name, kind, lines[at][:300], "was", gzip.decompress(whole).decode().split("\n")[at][:300])
        if (place.parent / "evil").exists() or (place / "evil").exists():
            wrong("a forged shard leads out of its folder", name)
        seen["control" if kind == "control" else "the same" if code == 0 else "refused"] += 1
    print(f"{len(numbers)} shards: {seen}")


# ---- surroundings

def surroundings(_):
    place = pathlib.Path(tempfile.mkdtemp())
    quick = ["wing1d", "--trials", "500", "--quiet", "--format", "svg"]
    os.mkfifo(place / "pipe.toml")
    os.mkfifo(place / "pipe.odds")
    (place / "uses.toml").write_text('rule = "pipe.odds"\n')
    for args in (["pipe.toml"], ["check", "pipe.odds"], ["show", "pipe.odds"], ["uses.toml"], ["/dev/zero"], ["/dev/urandom"], ["/dev/null"], ["."], ["watch", "pipe.toml"],
                 ["new", "--from", "pipe.toml"], ["merge", "/dev"], ["wing1d", "--against", "/dev"], ["check", "/proc/self/mem"]):  # fmt: skip
        code, said = run(args, place)
        if code not in (1, 2):
            wrong(f"ends with {code}", args, said[:300])
    tried = 0
    limit = lambda what, most: lambda: resource.setrlimit(what, (most, most))  # noqa: E731
    for what, most in [(resource.RLIMIT_NOFILE, 16), (resource.RLIMIT_NOFILE, 8), (resource.RLIMIT_FSIZE, 4096), (resource.RLIMIT_FSIZE, 0),
                       (resource.RLIMIT_NPROC, 1), (resource.RLIMIT_STACK, 1 << 20), (resource.RLIMIT_CORE, 0)]:  # fmt: skip
        run(quick, place, preexec_fn=limit(what, most))
        tried += 1
    for name, value in [("LANG", "tr_TR.UTF-8"), ("LC_ALL", "C"), ("LC_ALL", "xx_YY.bad"), ("TERM", "dumb"), ("TERM", ""), ("COLUMNS", "1"), ("NO_COLOR", "1"),
                        ("CLICOLOR_FORCE", "1"), ("HOME", "/nowhere"), ("TMPDIR", "/nowhere"), ("RAYON_NUM_THREADS", "x"), ("RUST_BACKTRACE", "full"), ("PATH", "")]:  # fmt: skip
        code, said = run(quick, place, env={**os.environ, name: value})
        if code != 0:
            wrong(f"{name}={value}", said[:300])
        tried += 1
    for threads in ("0", "1", "64", "1000000", "-1", "99999999999999999999"):
        run(["wing1d", "--trials", "500", "--no-save", "--threads", threads], place)
        tried += 1
    print(f"{tried} surroundings, and pipes and devices")


# ---- the language server

def key(number):
    """The id of a request, however its number is written."""
    return json.dumps(number) if isinstance(number, str) else str(float(number))


class Editor:
    """A talk with `simulate lsp`: what was asked, and what came back."""

    def __init__(self, place):
        self.child = subprocess.Popen([PROGRAM, "lsp"], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.errors = b""
        self.asked, self.answers, self.sent, self.heard = {}, {}, 0, threading.Condition()
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self.read, self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_errors(self):
        self.errors = self.child.stderr.read()

    def read(self):
        while header := self.child.stdout.readline():
            self.child.stdout.readline()
            message = json.loads(self.child.stdout.read(int(header.split(b":")[1])))
            with self.heard:
                if "method" not in message and message["id"] is not None:
                    self.answers.setdefault(key(message["id"]), []).append(message)
                self.heard.notify()

    def raw(self, data):
        with contextlib.suppress(BrokenPipeError):
            self.child.stdin.write(data)
            self.child.stdin.flush()

    def body(self, data, header=b"Content-Length: %d\r\n\r\n"):
        self.raw(header % len(data) + data)

    def send(self, message):
        """Sends a message, and notes the answer that it must have."""
        body, number = json.dumps(message), message.get("id") if isinstance(message, dict) else None
        is_request = isinstance(number, (int, float, str)) and not isinstance(number, bool) and ("method" in message or "result" not in message)
        # Half a pair of UTF-16 is no JSON, and an answer to that has no id.
        if is_request and "\\ud800" not in body:
            self.asked[key(number)] = self.asked.get(key(number), 0) + 1
        self.body(body.encode())

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, params):
        self.sent += 1
        self.send({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params})
        return key(self.sent)

    def answer(self, number):
        """The answer to a request, or nothing where it does not come."""
        with self.heard:
            self.heard.wait_for(lambda: number in self.answers or self.child.poll() is not None, LIMIT)
            return self.answers.get(number, [{}])[0]

    def end(self):
        """Closes the pipe: the exit code, and the kilobytes that the server had at most."""
        with contextlib.suppress(BrokenPipeError):
            self.child.stdin.close()
        for reader in self.readers:
            reader.join(LIMIT)
        if self.readers[0].is_alive():
            self.child.kill()
            wrong("the language server does not end")
        _, status, used = os.wait4(self.child.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        return self.child.returncode, used.ru_maxrss


METHODS = ["hover", "completion", "definition", "references", "documentSymbol", "formatting", "foldingRange", "prepareRename", "rename", "codeAction",
           "codeLens", "inlayHint"]  # fmt: skip
ODD = [None, True, -1, 0, 2**31, 2**32, 2**64, -(2**63), 1.5, "", "x", [], {}, [[]], "file:///a b", "\ud800", "file:///dev/zero", "untitled:1", "http://[", "%%%"]
GOOD = "hits = count(\"Hits\")\n\ndef trial():\n    n = successes(3, 6, 4)\n    record(hits, n)\n"


def edited(chance, text):
    """A text with a few random edits."""
    for _ in range(chance.randint(0, 4)):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.choice([0, 1, 5, 80]))
        text = text[:at] + chance.choice(["", text[at:end] * 2, chance.choice(HARM), *"()[]:=,.\"#\n ", "\U0001f3b2", "99999999"]) + text[end:]
    return text


def spoiled(chance, value):
    """A message with a value of another type in one place, or without it."""
    if not isinstance(value, (dict, list)) or not value or chance.random() < 0.15:
        return chance.choice(ODD)
    if isinstance(value, list):
        return [spoiled(chance, value[0]), *value[1:]]
    key = chance.choice(list(value))
    rest = {other: value[other] for other in value if other != key}
    return rest if chance.random() < 0.2 else {**rest, key: spoiled(chance, value[key])}


def message(chance, number, texts, uris):
    """What an editor may send about one of these texts: a notification, or a request under this number."""
    uri, (name, text) = chance.choice(list(zip(uris, texts)) + [("file:///nowhere/unknown.odds", texts[0])])
    size = lambda most: chance.choice([chance.randrange(most + 1), chance.randrange(most + 1), 2**32 - 1])  # noqa: E731
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    position = {"line": chance.choice([line, line, line, size(len(lines))]), "character": size(len(lines[line]))}
    document, kind = {"uri": uri, "version": number}, chance.random()
    if kind < 0.2:
        return {"method": "textDocument/didOpen", "params": {"textDocument": {**document, "languageId": "odds", "text": edited(chance, text)}}}
    if kind < 0.4:
        return {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [{"text": edited(chance, text)}]}}
    if kind < 0.5:
        cancelled = {"method": "$/cancelRequest", "params": {"id": chance.randrange(number + 1)}}
        others = [{"method": "textDocument/didClose", "params": {"textDocument": document}}, {"id": number, "result": None}, {"method": "no/such"}]
        return chance.choice([cancelled, cancelled, *others])
    params = {"textDocument": document, "position": position, "range": {"start": position, "end": position}, "context": {"diagnostics": []},
              "newName": chance.choice(["fresh", "hits", "", "a b"]), "options": {"tabSize": 4, "insertSpaces": True}}  # fmt: skip
    return {"id": number, "method": f"textDocument/{chance.choice(METHODS)}", "params": params}


def hostile(chance, editor, texts, uris):
    """A few dozen messages, some of them spoiled."""
    for _ in range(chance.randint(5, 40)):
        editor.sent += 1
        own = {"jsonrpc": "2.0", **message(chance, editor.sent, texts, uris)}
        kind = chance.random()
        if kind < 0.05:
            editor.body(bytes(chance.randrange(128, 256) for _ in range(chance.randint(1, 40))))
        elif kind < 0.1:
            editor.body(json.dumps(own).encode()[: chance.randint(1, 60)], b"content-type: x\r\nCONTENT-LENGTH:%d\n\n")
        else:
            editor.send(spoiled(chance, own) if kind < 0.4 else own)
            # Some editors wait for an answer, so that looks come to their end.
            if kind > 0.85 and "id" in own and "method" in own and not editor.answer(key(own["id"])):
                wrong("a request has no answer", json.dumps(own)[:300])


def farewell(chance, editor, seed):
    """The end of a talk: one in five breaks off, and the others say goodbye; what the server makes of it."""
    if chance.random() < 0.2:
        editor.raw(chance.choice([bytes(chance.randrange(256) for _ in range(30)) + b"\n", b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: 9\r\n\r\n{",
                                  b"Content-Length: -1\r\n\r\n", b"\r\n", b"X: " + b"y" * 10000, b"", b"Content-Le"]))  # fmt: skip
        expected = 1
    else:
        for method in ("hover", "completion"):
            asked = editor.request(f"textDocument/{method}", {"textDocument": {"uri": "file:///good.odds"}, "position": {"line": 3, "character": 10}})
            if not editor.answer(asked).get("result"):
                wrong("a good request has no answer after hostile ones", method, f"talk {seed}", editor.answer(asked))
        editor.request("shutdown", None)
        editor.tell("exit", None)
        expected = 0
    code, used = editor.end()
    said = editor.errors.decode("utf-8", "replace")
    if code != expected or "panicked" in said or bool(said) != bool(code):
        wrong(f"the server ends with {code}, not {expected}", f"talk {seed}", said[-400:])
    if used > MEMORY:
        wrong(f"the server has {used} kilobytes", f"talk {seed}")
    return code, used


def lsp(seeds):
    place, seen, most, asked = pathlib.Path(tempfile.mkdtemp()), {}, 0, 0
    paths = sorted([*(ROOT / "rules").glob("*.odds"), *(ROOT / "scenarios").glob("*.toml"), *(ROOT / "gallery").glob("*/*.*")])
    known = [(path.name, path.read_text()) for path in paths if path.suffix in (".odds", ".toml")]
    for seed in seeds:
        chance = random.Random(seed)
        texts = chance.sample(known, 3)
        uris = [(place / name).as_uri() for name, _ in texts]
        editor = Editor(place)
        editor.answer(editor.request("initialize", {"capabilities": {}}))
        editor.tell("initialized", {})
        hostile(chance, editor, texts, uris)
        editor.tell("textDocument/didOpen", {"textDocument": {"uri": "file:///good.odds", "languageId": "odds", "version": 1, "text": GOOD}})
        code, used = farewell(chance, editor, seed)
        seen[code], most, asked = seen.get(code, 0) + 1, max(most, used), asked + sum(editor.asked.values())
        answers = {number: len(own) for number, own in editor.answers.items()}
        if code == 0 and answers != editor.asked:
            wrong("requests without one answer each", f"talk {seed}", "answers", answers, "requests", editor.asked)
    print(f"{len(seeds)} talks with {asked} requests, at most {most // 1000} MB: codes {dict(sorted(seen.items()))}")


# ---- rule files written anew

def tables(place):
    """The files of numbers that the last run wrote, without the name of its folder."""
    return {path.name: path.read_bytes() for path in sorted((place / "output").rglob("*.csv"))}


def laid_out(chance, text):
    """A text with other spaces, blank lines and comments, which mean nothing."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(lines))
        kinds = [lambda own: own + "   ", lambda own: own + "\n\n\n", lambda own: own + "  # é", lambda own: own.replace(", ", ","), lambda own: own.replace(" = ", "="),
                 lambda own: own.replace("(", "( "), lambda own: own.replace("    ", "\t"), lambda own: "# a\n" + own, lambda own: own.replace(" + ", "  +  ")]  # fmt: skip
        lines[at] = chance.choice(kinds)(lines[at])
    return chance.choice(["\n", "\n", "\n", "\r\n"]).join(lines)


def fmt(seeds):
    place, seen = pathlib.Path(tempfile.mkdtemp()), {"refused": 0, "as it was": 0, "written anew": 0}
    paths, scenarios = sorted([*(ROOT / "rules").glob("*.odds"), *(ROOT / "gallery").glob("*/*.odds")]), sorted((ROOT / "scenarios").glob("*.toml"))
    run_it = ["mine.odds", "--trials", "200", "--no-charts", "--no-report", "--quiet"]
    for seed in seeds:
        chance = random.Random(seed)
        # Scenarios are left as they are.
        path = chance.choice(scenarios if chance.random() < 0.05 else paths)
        text = path.read_text()
        text = edited(chance, text) if chance.random() < 0.4 else laid_out(chance, text)
        file = place / f"mine{path.suffix}"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        before = file.read_bytes()
        code, said = run(["fmt", file.name], place)
        after = file.read_bytes()
        if code not in (0, 2) or code == 2 and after != before or path.suffix == ".toml" and code != 2:
            wrong(f"fmt ends with {code}", f"{path.name}, seed {seed}", said[:300])
        if code == 2:
            seen["refused"] += 1
            continue
        again, said = run(["fmt", file.name], place)
        if again != 0 or file.read_bytes() != after:
            wrong("a second fmt changes the file", f"{path.name}, seed {seed}", said[:300])
        seen["as it was" if after == before else "written anew"] += 1
        if after == before:
            continue
        found = []
        for data in (before, after):
            shutil.rmtree(place / "output", ignore_errors=True)
            file.write_bytes(data)
            code, _ = run(run_it, place)
            found.append((code, tables(place)))
        if found[0] != found[1]:
            wrong("fmt changes what a rule file means", f"{path.name}, seed {seed}", found[0][0], found[1][0])
    print(f"{len(seeds)} files: {seen}")


# ---- sections of [balance]

def searched(chance, name, own):
    """What a parameter may be, some of it nonsense."""
    low, high = own.get("minimum", 0), own.get("maximum", 9)
    low, high = max(low, -1000), min(high, 1000)
    value = lambda: chance.randint(low, high) if own["type"] == "integer" else round(chance.uniform(low, high), 2)  # noqa: E731
    first, last = sorted((value(), value()))
    first, last = (low, min(low + 2, high)) if first == last else (first, min(last, first + 3))
    kinds = [f"[{first}, {last}]", str(sorted({value(), value(), first, last})), f"{{ from = {first}, to = {last} }}", f"{{ from = {first}, to = {last}, step = 1 }}"]  # fmt: skip
    if own["type"] != "integer":
        kinds = kinds[:2]
    odd = ["[]", "3", "{ from = 5 }", "{ from = 5, to = 1 }", "{ from = 0, to = 0.3 }", "[1, \"a\"]", "[true, 1.5]", f"{{ from = -{2**62}, to = {2**62} }}", "range(3, 6)", "[nan, inf]"]
    return f"{name} = {chance.choice(odd if chance.random() < 0.07 else kinds)}"


def wishes(chance, metrics, asked):
    """Questions with what is wanted of them, some of it nonsense."""
    lines = []
    for _ in range(chance.randint(1, 2)):
        number, metric = chance.randint(0, 9), chance.choice(metrics or ["x"])
        value = chance.choice([*asked, *asked, *([f"mean({metric})", f"P({metric} >= {number})"] if metrics else [])] or ["mean(x)"])
        wants = ["<= 10%", ">= 60%", "0.3 to 0.7"] if value.startswith("P(") else [f">= {number}", f"<= {number}", f"{number} to {number + 2}"]
        if chance.random() < 0.1:
            value, wants = chance.choice([f"mean(sum({metric}))", "P(nothing)", f"P(max({metric}) <= {number})", metric]), [f"{number}", "x", "", ">= nan", "<= 0.5"]
        lines += ["[[ask]]", f"value = {json.dumps(value)}", f'want = "{chance.choice(wants)}"' if chance.random() < 0.8 else 'best = "most"']
    return lines


def numbers_of(rule):
    """The parameters of a rule that are numbers, with their ranges, and its metrics."""
    schema, shown = (subprocess.run([PROGRAM, command, rule], capture_output=True, check=True, text=True).stdout for command in ("schema", "show"))
    known = json.loads(schema)["properties"]["parameters"]["properties"]
    numbers = {name: own for name, own in sorted(known.items()) if own.get("type") in ("integer", "number")}
    return numbers, re.findall(r"^  (\w+) \(whole trial\) (?:count|flag)", shown.split("\nMetrics\n")[1], re.M)


def to_balance(chance, paths, rules_of):
    """A scenario without its [balance], the numbers of its rule, some of those that it leaves alone, and what can be asked of it."""
    while True:
        text = chance.choice(paths).read_text().split("\n[balance]")[0]
        scenario = tomllib.loads(text)
        rule, varied = scenario["rule"], [scenario.get("sweep", {}), *(own.get("set", {}) for own in scenario.get("variants", []))]
        if rule not in rules_of:
            rules_of[rule] = numbers_of(rule)
        known, metrics = rules_of[rule]
        asked = [own["value"] for own in scenario.get("ask", [])]
        free = [name for name in known if chance.random() < 0.05 or not any(name in own for own in varied)]
        if free and (metrics or asked):
            return text, known, chance.sample(free, min(len(free), chance.randint(1, 3))), metrics, asked


def stopped(args, cwd):
    """Runs the program and asks it to stop after ten seconds: its code, what it printed and what it said."""
    child = subprocess.Popen([PROGRAM, *args], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for seconds, then in ((10, child.terminate), (LIMIT, child.kill)):
        try:
            printed, said = child.communicate(timeout=seconds)
            return child.returncode, printed, said.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            then()
    wrong("does not stop", args, "in", cwd)
    child.communicate()
    return 130, b"", ""


def balance(seeds):
    place, seen, slowest = pathlib.Path(tempfile.mkdtemp()), {}, 0.0
    paths, rules_of = sorted((ROOT / "scenarios").glob("*.toml")), {}
    for seed in seeds:
        chance = random.Random(seed)
        text, known, chosen, metrics, asked = to_balance(chance, paths, rules_of)
        lines = ["[balance]", *(searched(chance, name, known[name]) for name in chosen)]
        if chance.random() < 0.2:
            lines.append(f'keep = "{chance.choice(chosen)} {chance.choice(["<=", "<", "!=", "and", "+"])} {chance.choice([*chosen, "3", "x"])}"')
        (place / "mine.toml").write_text("\n".join([text, *wishes(chance, metrics, asked), *lines, ""]))
        begun = time.monotonic()
        code, _, said = stopped(["balance", "mine.toml", "--no-save", "--trials", "200", "--quiet"], place)
        slowest = max(slowest, time.monotonic() - begun)
        if code not in (0, 2, 3, 130) or "panicked" in said:
            wrong(f"balance ends with {code}", f"seed {seed}", said[:400])
        seen[code] = seen.get(code, 0) + 1
        if code in (2, 130):
            continue
        again, printed, said = stopped(["balance", "mine.toml", "--apply", "--quiet"], place)
        if again == 130:
            continue
        if again != code or bool(printed) != (code == 0):
            wrong(f"balance --apply ends with {again}, and without it with {code}", f"seed {seed}", said[:400])
        if code == 3:
            continue
        (place / "new.toml").write_bytes(printed)
        code, said = run(["check", "new.toml"], place)
        if code != 0:
            wrong("what balance --apply gives is refused", f"seed {seed}", said[:400])
    print(f"{len(seeds)} sections, slowest {slowest:.1f} s: codes {dict(sorted(seen.items()))}")


# ---- rules whose numbers are large

# A machine may be at half its speed.
LARGE_SECONDS, LARGE_BYTES = 20.0, 2 << 30


def size(chance, most):
    """A number up to the most, every length as likely."""
    return max(1, int(most ** chance.random()))


def large_value(chance, deep=2):
    """A value that is worked out from many dice, cards or turns."""
    def few():
        return size(chance, 3000)

    def sides():
        return size(chance, 100)

    def inner():
        return large_value(chance, deep - 1) if deep and chance.random() < 0.5 else str(few())

    return chance.choice([
        lambda: f"{chance.choice(['max', 'min', 'sum', 'len'])}(tally({few()}, {few()}))",
        lambda: f"tally({few()}, {sides()})[0]",
        lambda: f"{chance.choice(['sum', 'max'])}({chance.choice(['highest', 'lowest'])}(pool({few()}, {sides()}), {sides()}))",
        lambda: f"sum([roll({sides()}) for i in range({few()})])",
        lambda: f"max([roll({sides()}) + roll({sides()}) for i in range({few()})])",
        lambda: f"sum(sorted([roll({sides()}) for i in range({size(chance, 60)})]))",
        lambda: f"dice(\"{few()}d{sides() + 1}{chance.choice(['', '!', 'kh3', '!kh2'])}\")",
        lambda: f"successes({few()}, {sides() + 1}, {sides()})",
        lambda: f"binomial({size(chance, 1000000)}, 1 / {few() + 1})",
        lambda: f"draw([{few()}, {few()}, {few()}], {sides()})[0][1]",
        lambda: f"draw([{', '.join(['4'] * size(chance, 40))}], {size(chance, 20)})[0][0]",
        lambda: f"waits({size(chance, 10**9) + 1})",
        lambda: f"fan({size(chance, 40)})",
        lambda: f"walk({few()}, {size(chance, 10**6)})",
        lambda: f"({inner()} {chance.choice(['+', '-', '*', '//', '%'])} {few()})",
        lambda: f"({inner()} {chance.choice(['+', '-', '*'])} {inner()})",
    ])()


LARGE_FUNCTIONS = """def waits(odds):
    n = 0
    while not chance(1, odds):
        n += 1
    return n

def fan(n):
    return fan(n - 1) + fan(n - 2) if n > 1 else roll(6)

def walk(most, turns):
    at = 0
    for i in range(turns):
        at = max(0, min(most, at + roll(6) - 3))
    return at
"""


def limit_time():
    """Ends this process after a minute of work."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def large(seeds):
    place, seen, slowest, most = pathlib.Path(tempfile.mkdtemp()), {}, (0.0, 0), (0, 0)
    for seed in seeds:
        chance = random.Random(seed)
        metrics = chance.randint(1, 3)
        head = "".join(f'm{at} = count("M{at}")\n' for at in range(metrics))
        body = "def trial():\n" + "".join(f"    a{at} = {large_value(chance)}\n" for at in range(metrics))
        if chance.random() < 0.4:
            body += f"    for i in range({size(chance, 300)}):\n        a0 += {large_value(chance, 0)}\n"
        if chance.random() < 0.3:
            body += "    if a0 > 10:\n        a0 = roll(6)\n"
        body += "".join(f"    record(m{at}, a{at}{' + a0' if chance.random() < 0.3 else ''})\n" for at in range(metrics))
        (place / "mine.odds").write_text(f"{head}\n{LARGE_FUNCTIONS}\n{body}")
        for args in (["check", "mine.odds"], ["mine.odds", "--no-save", "--quiet"]):
            begun = time.monotonic()
            child = subprocess.Popen([PROGRAM, *args], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit_time)
            # A busy machine may leave it waiting for long.
            timer = threading.Timer(1200, child.kill)
            timer.start()
            said = child.stderr.read().decode("utf-8", "replace")
            _, status, used = os.wait4(child.pid, 0)
            timer.cancel()
            child.stderr.close()
            child.returncode = code = os.waitstatus_to_exitcode(status)
            # On a busy machine what counts is the time at work.
            seconds, memory = min(time.monotonic() - begun, used.ru_utime + used.ru_stime), used.ru_maxrss * 1024
            slowest, most = max(slowest, (seconds, seed)), max(most, (memory, seed))
            seen[code] = seen.get(code, 0) + 1
            if code not in (0, 2) or "panicked" in said:
                wrong(f"{args[0]} ends with {code}", f"seed {seed}", said[:400])
            elif seconds > LARGE_SECONDS or memory > LARGE_BYTES:
                wrong(f"{args[0]} takes {seconds:.1f} s and {memory >> 20} MB", f"seed {seed}")
    print(f"{len(seeds)} rules: codes {dict(sorted(seen.items()))}; slowest {slowest[0]:.1f} s (seed {slowest[1]}), at most {most[0] >> 20} MB (seed {most[1]})")


# ---- what `watch` makes of files that come and go

WATCHED = {
    "mine.toml": lambda chance: f'rule = "mine.odds"\n[parameters]\nsides = {chance.randint(2, 30)}\n',
    "mine.odds": lambda chance: f"""use "more.odds": more
sides = whole(6, 2, 1000)
shown = count("Shown")
def trial():
    record(shown, more(sides) + {chance.randint(0, 9)})
""",
    "more.odds": lambda chance: f"def more(sides):\n    return roll(sides) + {100 * chance.randint(0, 9)}\n",
}


def saved(chance, place, name, text):
    """Saves a file in one of the ways of an editor."""
    path, new = place / name, place / f"{name}~"
    way = chance.randrange(4)
    if way == 0:
        path.write_text(text)
    elif way == 1:
        new.write_text(text)
        new.replace(path)
    elif way == 2:
        path.unlink(missing_ok=True)
        time.sleep(chance.choice([0, 0.05, 0.3]))
        path.write_text(text)
    else:
        with open(path, "w") as file:
            for piece in (text[:9], text[9:]):
                file.write(piece)
                file.flush()
                time.sleep(chance.choice([0, 0.02]))


def watch(seeds):
    odds, saves = re.compile(r"(?m)^  mean ([0-9.,]+)"), 0
    for seed in seeds:
        chance, place = random.Random(seed), pathlib.Path(tempfile.mkdtemp())
        now = {name: text(chance) for name, text in WATCHED.items()}
        for name, text in now.items():
            (place / name).write_text(text)
        with open(place / "said", "wb") as said:
            child = subprocess.Popen([PROGRAM, "watch", "mine.toml", "--trials", "1000", "--no-save"], cwd=place, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        time.sleep(0.3)
        for _ in range(chance.randint(1, 8)):
            name, saves = chance.choice(list(WATCHED)), saves + 1
            harm = chance.random()
            if harm < 0.15:
                (place / name).unlink(missing_ok=True)
            elif harm < 0.3:
                (place / name).write_bytes(chance.choice([b"", b"\xff\xfe", b"][", b"def trial(:\n"]))
            else:
                now[name] = WATCHED[name](chance)
                saved(chance, place, name, now[name])
            time.sleep(chance.choice([0, 0.05, 0.15, 0.5]))
        # All is well in the end, and what was printed last has to say so.
        for name, text in now.items():
            if not (place / name).exists() or (place / name).read_text(errors="replace") != text:
                (place / name).write_text(text)
        sides = int(now["mine.toml"].split()[-1])
        added = sum(int(re.search(r"\+ (\d+)", now[name])[1]) for name in ("mine.odds", "more.odds"))
        wanted, found = (sides + 1) / 2 + added, None
        for _ in range(100):
            time.sleep(0.1)
            shown = odds.findall((place / "said").read_text(errors="replace"))
            found = float(shown[-1].replace(",", "")) if shown else None
            if found is not None and abs(found - wanted) < 0.006:
                break
        else:
            wrong(f"watch printed {found} last, not {wanted}", f"seed {seed}", (place / "said").read_text(errors="replace")[-600:])
        time.sleep(chance.choice([0, 0.3]))
        child.send_signal(chance.choice([signal.SIGINT, signal.SIGTERM]))
        try:
            code = child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            child.kill()
            code = "no answer to a signal"
        if code not in (0, 130):
            wrong(f"watch ends with {code}", f"seed {seed}", (place / "said").read_text(errors="replace")[-400:])
        shutil.rmtree(place)
    print(f"{len(seeds)} folders with {saves} saves")


# ---- reference cards

STRANGE = ["Hits", "Überzahl", "дом", "敌人的士气", "مرحبا", "👩‍👩‍👧‍👦 wins", "a" * 150, "one two three four " * 9, "<b>&amp;</b>", "$x^2_1$ #%&", "\u202eright to left", "e\u0301" * 20, ".", "W" * 60, "i" * 90]


def cards(seeds):
    place, drawn, refused, left_out = pathlib.Path(tempfile.mkdtemp()), 0, 0, 0
    for seed in seeds:
        chance = random.Random(seed)

        def text():
            return json.dumps(chance.choice(STRANGE) if chance.random() < 0.6 else "".join(chance.choice("aWi éß中🎲&<") for _ in range(chance.randint(1, 120))), ensure_ascii=False)

        metrics = chance.randint(1, 12)
        rule = "sides = whole(6, 1, 1000)\nkind = one_of(\"low\", \"high\")\n"
        for at in range(metrics):
            rule += f"m{at} = {chance.choice(['count', 'flag'])}({text()})\n"
        rule += "def trial():\n    n = roll(sides)\n"
        for at in range(metrics):
            is_flag = f"m{at} = flag" in rule
            rule += f"    record(m{at}, " + (f"n {chance.choice(['<', '>=', '=='])} {chance.randint(1, 20)}" if is_flag else f"n * {chance.choice([1, 7, 10**chance.randint(0, 12)])}") + ")\n"
        scenario = f'rule = "mine.odds"\ntitle = {text()}\n'
        if chance.random() < 0.7:
            scenario += f"[sweep]\nsides = {sorted(chance.sample(range(1, 1000), chance.choice([1, 2, 5, 9, 30])))}\n"
        for at in range(chance.choice([0, 0, 1, 3, 8])):
            scenario += f"[[variants]]\nname = {text()}\nset = {{ kind = \"{chance.choice(['low', 'high'])}\" }}\n"
        (place / "mine.odds").write_text(rule)
        (place / "mine.toml").write_text(scenario)
        shutil.rmtree(place / "output", ignore_errors=True)
        code, said = run(["mine.toml", "--format", "card", "--trials", "200", "--quiet"], place)
        if code != 0:
            refused += 1
            continue
        if "has room on a card" in said:
            left_out += 1
            continue
        drawn += 1
        [card], [pdf] = (list((place / "output").rglob(f"reference-card.{ending}")) for ending in ("svg", "pdf"))
        page = ElementTree.fromstring(card.read_text())
        least, most = drawn_within(page)
        width, height = (float(number) for number in page.get("viewBox").split()[2:])
        if min(least) < -1 or most[0] > width + 1 or most[1] > height + 1:
            wrong(f"a card of {width} x {height} is drawn from {least} to {most}", f"seed {seed}")
        data = pdf.read_bytes()
        if not data.startswith(b"%PDF-") or not data.rstrip().endswith(b"%%EOF") or data.count(b"/Type /Page\n") + data.count(b"/Type/Page/") + data.count(b"/Type /Page/") > 1:
            wrong("the card is no PDF of one page", f"seed {seed}")
    print(f"{len(seeds)} scenarios: {drawn} cards drawn, {left_out} without room, {refused} refused")


def points_of(path):
    """The points of a path whose commands are all relative, control points included."""
    end = start = (0, 0)
    for command, numbers in re.findall(r"([mlqcz])([-\d ]*)", path):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        points = [(end[0] + x, end[1] + y) for x, y in zip(values[::2], values[1::2])]
        yield from points
        end = start if command == "z" else points[-1]
        start = end if command == "m" else start


def drawn_within(page):
    """The corners of all that the paths of a picture reach, in the units of its view box."""
    points = [point for path in page.iter() if path.get("d") for point in points_of(path.get("d"))]
    return [[extreme(point[axis] for point in points) for axis in (0, 1)] for extreme in (min, max)]


# ---- one case on several processors

def many_states(chance):
    """A game whose states are many enough to be explored by several threads: its rule file and its scenario."""
    few, many = chance.randint(2, 6), chance.randint(20, 60)
    die = chance.choice([3, 4, 6, 8])
    return chance.choice([
        # Two armies strike at the same time.
        lambda: (f"""won = category("Won", us = success, both = mixed, them = failure)
rounds = count("Rounds")

def trial():
    us, them, n = {many * 2 // 3}, {many * 2 // 3 + few}, 0
    while us > 0 and them > 0:
        hits = successes(us, {die}, {chance.randint(2, die)})
        us, them = us - successes(them, {die}, {chance.randint(2, die)}), them - hits
        n += 1
    record(won, "us" if us > 0 else "them" if them > 0 else "both")
    record(rounds, n)
""", ""),
        # A race in which who is behind rolls more.
        lambda: (f"""lead = count("Lead")
turns = count("Turns")

def trial():
    mine, yours, n = 0, 0, 0
    while mine < {many} and yours < {many}:
        mine += roll({die}) if mine >= yours else roll({die}) + roll({few})
        yours += roll({die + 1})
        n += 1
    record(lead, mine - yours)
    record(turns, n)
""", ""),
        # A walk between walls, in cycles.
        lambda: (f"""side = category("Side", left = failure, right = success)

def trial():
    x, y = {many // 3}, {few}
    while x > 0 and x < {many}:
        x += roll([-1, 1, 1]) if chance({few}, {few + 2}) else -1
        y = max(0, min({few * 3}, y + roll([-1, 0, 1])))
        if y == 0:
            x -= 1
    record(side, "left" if x <= 0 else "right")
""", ""),
        # Cards of several kinds, drawn until one kind is complete.
        lambda: (f"""drawn = count("Drawn")

def trial():
    left, n, last = [{few + 1}, {few + 3}, {few + 2}, {few}], 0, 0
    while min(left) > 0:
        last, left = draw_one(left)
        n += 1
    record(drawn, n)

def draw_one(left):
    cards, rest = draw(left, 1)
    kind = 0 if cards[0] == 1 else 1 if cards[1] == 1 else 2 if cards[2] == 1 else 3
    return kind, rest
""", ""),
        # Two players who bank or roll.
        lambda: (f"""again = player("Roll again?")
reply = player("Do they roll again?")
won = flag("We win")

def trial():
    mine, yours, pot, ours = 0, 0, 0, true
    while mine < {many // 3} and yours < {many // 3}:
        face = roll({die})
        if face == 1:
            pot, ours = 0, not ours
            continue
        pot = min(pot + face, {many // 3})
        if ours:
            if choose(again, ["bank", "roll"]) == "bank":
                mine, pot, ours = mine + pot, 0, false
        else:
            if choose(reply, ["bank", "roll"]) == "bank":
                yours, pot, ours = yours + pot, 0, true
    record(won, mine >= {many // 3})
""", '[play]\naim = "P(won)"\nagain = "best"\nreply = "them"\n'),
    ])()


def threads(seeds):
    place, codes = pathlib.Path(tempfile.mkdtemp()), {}
    for seed in seeds:
        rule, play = many_states(random.Random(seed))
        (place / "mine.odds").write_text(rule)
        (place / "mine.toml").write_text(f'rule = "mine.odds"\n{play}[run]\ntrials = 2000\n')
        written = []
        for number in ("1", "2", "7"):
            shutil.rmtree(place / "output", ignore_errors=True)
            code, said = run(["--scenario", "mine.toml", "--threads", number, "--format", "svg", "--quiet"], place)
            codes[code] = codes.get(code, 0) + 1
            if code != 0:
                wrong(f"ends with {code}", f"seed {seed}", said[:400])
            written.append(files(place / "output"))
        if not written[0] or any(other != written[0] for other in written):
            names = [name for name in written[0] if any(other.get(name) != written[0][name] for other in written)]
            wrong("other bytes with other threads", f"seed {seed}", names)
    print(f"{len(seeds)} games with 1, 2 and 7 threads: codes {dict(sorted(codes.items()))}")


if __name__ == "__main__":
    campaign, (first, _, end) = sys.argv[1], sys.argv[2].rpartition("-")
    campaigns = {"programs": programs, "rules": rules, "forged": forged, "surroundings": surroundings, "lsp": lsp, "fmt": fmt, "balance": balance, "large": large, "watch": watch, "cards": cards, "threads": threads}
    campaigns[campaign](range(int(first or 0), int(end)))
    sys.exit(1 if problems else 0)
