#!/usr/bin/env python3
"""Campaigns that need whole processes: kills, full disks, two runs at once, command lines.

    tests/campaign/processes.py kills 1000      killed at random moments: KILL, TERM, INT, also shards and merges
    tests/campaign/processes.py points 2        killed at every call that changes the disk, one after another (strace)
    tests/campaign/processes.py full 1000       a disk that is full after so many bytes (tmpfs; needs root)
    tests/campaign/processes.py pairs 100       two runs into one folder
    tests/campaign/processes.py commands 10000  command lines with mistakes in them
    tests/campaign/processes.py alarms 2000     healthy rules with other seeds: none may say that its numbers disagree

SIMULATE names the program (target/release/simulate). Every campaign has a fixed seed, tells what went wrong and how to
see it again, and ends with 1 if anything did.
"""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.realpath(os.environ.get("SIMULATE", ROOT / "target/release/simulate"))
LIMIT = 10.0  # seconds
MEMORY = 2_000_000  # kilobytes that a run may use at most
RUN = ["--scenario", "wing1d", "--trials", "2000", "--format", "svg", "--quiet"]
OURS = {"0", "1", "2", "3", "4", "130"}
problems = []


def wrong(what, *how):
    problems.append(what)
    print("WRONG:", what, *how, flush=True)


def run(args, cwd, **more):
    """Runs the program to its end; its code, what it said, and whether it was in time and within its memory."""
    begun = time.monotonic()
    try:
        done = subprocess.run([PROGRAM, *args], cwd=cwd, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired:
        wrong("hangs", args)
        return 0, "", 60.0
    return done.returncode, done.stderr.decode("utf-8", "replace"), time.monotonic() - begun


def files(folder):
    """Every file under a folder and its bytes; the seconds that a run took left aside."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "run.json":
                data = b"\n".join(line for line in data.splitlines() if b"elapsed_seconds" not in line)
            found[str(path.relative_to(folder))] = data
    return found


def litter(folder):
    return [str(path) for path in pathlib.Path(folder).rglob("*") if path.name.startswith(".")]


class Place:
    """A folder with good results in it and a file of the user's own among them."""

    def __init__(self, where=None):
        self.path = pathlib.Path(tempfile.mkdtemp(dir=where))
        self.output = self.path / "output"
        # A run keeps the tables of what it replaces: from here on the seeds 1 and 2 follow each other.
        self.good(2)
        (self.output / "wing1d" / "notes.txt").write_text("mine")
        self.good(1)
        self.old = files(self.output)
        self.good(2)
        self.new = files(self.output)
        self.good(1)
        assert files(self.output) == self.old != self.new and "wing1d/notes.txt" in self.old

    def good(self, seed):
        code, said, seconds = run([*RUN, "--seed", str(seed)], self.path)
        if code != 0:
            wrong(f"a run after it ends with {code}", said)
        return seconds

    def is_whole(self, how):
        """The results are the last good ones or the new ones, and nothing of the user's is lost."""
        there = {name: data for name, data in files(self.output).items() if not name.startswith(".unfinished")}
        if there not in (self.old, self.new):
            lost = {name for name in self.old if name not in there}
            # Between two exchanges the user's own may lie in the folder that the next run cleans up.
            if lost != {"wing1d/notes.txt"} or not litter(self.output):
                wrong("neither the old results nor the new ones", how, sorted(there))

    def is_clean_again(self, how):
        """The next run makes all good."""
        self.good(1)
        if files(self.output) != self.old:
            wrong("the next run does not make all good", how, sorted(files(self.output)))
        if litter(self.output):
            wrong("litter", how, litter(self.output))


def kills(count):
    """Kills runs at random moments."""
    chance = random.Random(1)
    place = Place()
    length = min(place.good(1) for _ in range(5))
    ended = {}
    for number in range(count):
        signalled = chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
        wait = chance.uniform(0, 1.2 * length)
        child = subprocess.Popen([PROGRAM, *RUN, "--seed", "2"], cwd=place.path, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        child.send_signal(signalled)
        try:
            code = child.wait(LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            wrong("does not end", signalled, wait)
            code = child.wait()
        ended[code] = ended.get(code, 0) + 1
        if code not in (0, 130, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT):
            wrong(f"ends with {code}", signalled, wait)
        place.is_whole((number, signalled, wait))
        place.is_clean_again((number, signalled, wait))
    print(f"{count} kills of runs at random moments: ended with {ended}; {len(problems)} wrong")
    shutil.rmtree(place.path)
    shard_kills(max(count // 5, 1), chance)


def shard_kills(count, chance):
    """Kills shards and merges at random moments: one good file each, and what one machine writes."""
    work = pathlib.Path(tempfile.mkdtemp())
    code, said, _ = run([*RUN, "--output", "one"], work)
    assert code == 0, said
    whole = files(work / "one")
    begun = time.monotonic()
    for shard in ("1/2", "2/2"):
        code, said, _ = run(["--scenario", "wing1d", "--trials", "2000", "--quiet", "--shard", shard, "--output", "parts"], work)
        assert code == 0, said
    length = (time.monotonic() - begun) / 2
    good = {name: data for name, data in files(work / "parts").items()}
    for number in range(count):
        is_merge = chance.random() < 0.5
        args = ["merge", "parts/wing1d", "--format", "svg", "--quiet"] if is_merge else \
            ["--scenario", "wing1d", "--trials", "2000", "--quiet", "--shard", "1/2", "--output", "parts"]
        child = subprocess.Popen([PROGRAM, *args], cwd=work, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 1.2 * length))
        child.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM]))
        child.wait(LIMIT)
        # The next tasks make all good.
        for args in (["--scenario", "wing1d", "--trials", "2000", "--quiet", "--shard", "1/2", "--output", "parts"],
                     ["merge", "parts/wing1d", "--format", "svg", "--quiet"]):
            code, said, _ = run(args, work)
            if code != 0:
                wrong(f"shard or merge after kill {number} ends with {code}", said)
        if files(work / "parts") != {**good, **whole}:
            wrong("shards after a kill are not what they were", number, sorted(files(work / "parts")))
        if litter(work / "parts"):
            wrong("litter among shards", number, litter(work / "parts"))
    print(f"{count} kills of shards and merges: {len(problems)} wrong")
    shutil.rmtree(work)


CHANGES = ["mkdir", "chmod", "renameat2", "rename", "unlink", "rmdir", "ftruncate", "fsync"]
MANY = ["openat", "write"]


def points(step):
    """Kills a run at every call that changes what is on the disk, also between the exchange and the moves."""
    place = Place()
    met = {}
    # Each call is counted by itself: the first, the second, ... until the run has no more of it.
    for call, every in [(call, step) for call in CHANGES] + [(call, 5 * step) for call in MANY]:
        number = 1
        while True:
            command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
                       "-e", f"inject={call}:signal=KILL:when={number}", PROGRAM, *RUN, "--seed", "2"]
            done = subprocess.run(command, cwd=place.path, capture_output=True, timeout=60)
            place.is_whole((call, number))
            place.is_clean_again((call, number))
            if done.returncode == 0:
                break
            met[call] = met.get(call, 0) + 1
            number += every
    print(f"killed at {sum(met.values())} calls: {met}; {len(problems)} wrong")
    shutil.rmtree(place.path)


def full(count):
    """Fills the disk after so many bytes."""
    mount = pathlib.Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", mount], check=True)
    try:
        place = Place(mount)
        used = lambda: int(subprocess.run(["df", "--output=used", "-B1", mount], capture_output=True, check=True).stdout.split()[1])
        before = used()
        need = sum(max(4096, len(data)) for data in place.new.values()) + 65536
        refused = 0
        for number in range(count):
            room = (number * (need // 4096) // count) * 4096
            subprocess.run(["mount", "-o", f"remount,size={before + room + 4096}", mount], check=True)
            code, said, _ = run([*RUN, "--seed", "2"], place.path)
            if code == 1:
                refused += 1
                if "No space left" not in said and "cannot write" not in said:
                    wrong("a full disk is not reported", said)
            elif code != 0:
                wrong(f"a full disk ends with {code}", room, said)
            if "panicked" in said:
                wrong("panics", room, said)
            if litter(place.output):
                wrong("litter after a full disk", room, litter(place.output))
            place.is_whole(("room", room))
            subprocess.run(["mount", "-o", "remount,size=64m", mount], check=True)
            if code == 0 or number % 25 == 0:
                place.is_clean_again(("room", room))
        print(f"{count} full disks, from 0 to {need} bytes of room: {refused} reported, the others had room; {len(problems)} wrong")
    finally:
        subprocess.run(["umount", "-l", mount], check=False)
        os.rmdir(mount)


def pairs(count):
    """Two runs into one folder at the same time: one of them is there whole at the end."""
    place = Place()
    for number in range(count):
        both = [subprocess.Popen([PROGRAM, *RUN, "--seed", str(seed)], cwd=place.path, stderr=subprocess.PIPE) for seed in (1, 2)]
        for one in both:
            said = one.communicate(timeout=60)[1].decode("utf-8", "replace")
            if one.returncode != 0:
                wrong(f"one of two ends with {one.returncode}", number, said)
        if files(place.output) not in (place.old, place.new) or litter(place.output):
            wrong("two runs at once leave something else", number, sorted(files(place.output)))
    print(f"{count} pairs of runs into one folder: {len(problems)} wrong")
    shutil.rmtree(place.path)


WORDS = ["--scenario", "--rule", "--trials", "--seed", "--threads", "--confidence", "--precision", "--set", "--sweep", "--ask",
         "--engine", "--output", "--format", "--no-charts", "--no-report", "--json", "--quiet", "--shard", "--help", "--version",
         "--case", "--trial", "--odds", "--rule-file", "list", "show", "check", "new", "replay", "schema", "completions", "man",
         "merge", "--", "-", "", "wing1d", "wing3d.toml", "wing-turn", "wing-activation", "aging", "battle.odds", "dice", "bash",
         "quality=5", "quality=2..6", "quality=", "=5", "quality=2..999999999", "cubes=0..3..0", "0", "1", "-1", "17", "2", "1/2",
         "3/2", "auto", "random", "0.9", "1.5", "nan", "1e-9", "9" * 30, "play", "graph", "svg", "pdf,md", "P(successes@1 >= 2)",
         "mean(actions)", "P(", "x" * 3000, "é\u202e", "\x1b[31m", "../..", "/dev/null", "/nowhere/at/all", "mine.toml", "mine.odds"]
GOOD = [["--scenario", "wing1d", "--trials", "100"], ["wing-activation", "--trials", "100"], ["list"], ["show", "aging"],
        ["check", "wing1d", "battle.odds"], ["new", "aging"], ["replay", "wing1d", "--trial", "3"], ["schema", "aging"],
        ["--scenario", "wing1d", "--trials", "100", "--shard", "1/2"], ["merge", "output/wing1d"], ["man"], ["completions", "bash"]]


def commands(count):
    """Command lines with mistakes in them."""
    chance = random.Random(2)
    work = pathlib.Path(tempfile.mkdtemp())
    codes, slowest, most = {}, 0.0, 0
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    for number in range(count):
        if number % 500 == 0:
            shutil.rmtree(work)
            work.mkdir()
            (work / "mine.toml").write_text('rule = "mine.odds"\n')
            (work / "mine.odds").write_text('x = count("X")\ndef trial():\n    record(x, roll(6))\n')
        args = list(chance.choice(GOOD))
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(args) + 1)
            args[at:at + chance.randrange(2)] = [chance.choice(WORDS)]
        if "--trials" not in args and chance.random() < 0.7:
            args += ["--trials", "50"]
        args = [word for word in args if "\0" not in word]
        begun = time.monotonic()
        child = subprocess.Popen([PROGRAM, *args], cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, preexec_fn=limit)
        try:
            # The default number of trials on a busy machine takes its time: it is asked to stop after a while, and has to.
            said = child.communicate(timeout=LIMIT / 2)[1]
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGTERM)
            try:
                said = child.communicate(timeout=LIMIT / 2)[1]
            except subprocess.TimeoutExpired:
                child.kill()
                said = child.communicate()[1]
                wrong("hangs", args)
        slowest = max(slowest, time.monotonic() - begun)
        code = child.returncode
        codes[code] = codes.get(code, 0) + 1
        if str(code) not in OURS or b"panicked" in said:
            wrong(f"ends with {code}", args, said.decode("utf-8", "replace"))
        if code in (1, 2) and not said.strip():
            wrong(f"ends with {code} and says nothing", args)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if most > MEMORY:
        wrong(f"{most} kilobytes were used")
    print(f"{count} command lines: ended with {dict(sorted(codes.items()))}, slowest {slowest:.1f} s, at most {most // 1000} MB; {len(problems)} wrong")
    shutil.rmtree(work)


def alarms(count):
    """Every bundled scenario in turn, each time with another seed and every other time with few trials, played or drawn."""
    work = pathlib.Path(tempfile.mkdtemp())
    names = sorted(path.stem for path in (ROOT / "scenarios").glob("*.toml"))
    least, compared = {"check_p": 1.0, "sampler_p": 1.0}, 0
    for number in range(count):
        # Twice each seed: with other scenarios, and with the trials otherwise run.
        name, seed = names[number % len(names)], number // 2 + 1
        args = ["--scenario", name, "--seed", str(seed), "--trials", "20000" if number % 4 < 2 else "1000", "--no-save", "--json"]
        args += ["--engine", "graph"] if number % 2 else []
        done = subprocess.run([PROGRAM, *args], cwd=work, capture_output=True, timeout=120)
        if done.returncode not in (0, 2) or done.returncode == 2 and b"graph" not in done.stderr:
            wrong(f"ends with {done.returncode}", args, done.stderr.decode("utf-8", "replace"))
        if done.returncode:
            continue
        for key, value in json.loads(done.stdout)[0].items():
            if key in least and value is not None:
                least[key] = min(least[key], value)
                compared += 1
    told = ", ".join(f"{key} {value:.1e}" for key, value in least.items())
    print(f"{count} runs of {len(names)} healthy scenarios, {compared} comparisons: least {told}; {len(problems)} wrong")
    shutil.rmtree(work)


if __name__ == "__main__":
    campaign = {"kills": kills, "points": points, "full": full, "pairs": pairs, "commands": commands, "alarms": alarms}.get(sys.argv[1] if sys.argv[1:] else "")
    if campaign is None:
        sys.exit(__doc__)
    if not os.path.isfile(PROGRAM):
        sys.exit(f"{PROGRAM} is not there: cargo build --release --locked, or name the program: SIMULATE=PATH")
    campaign(int(sys.argv[2]))
    sys.exit(1 if problems else 0)
