"""The rules of benches/machine.rs, as a Python program would play them.

Prints the processor time of a trial in microseconds, and a mean that must agree with the rule file.
"""
import random
import sys
import time

random.seed(1)
bits = random.getrandbits


def roll(sides):
    """A die, as fast as Python rolls it without a library."""
    return int(random.random() * sides) + 1


def arithmetic():
    s = 1
    for i in range(1000):
        s = (s * 7 + i) % 11
    return s


def rolls():
    s = 0
    for _ in range(100):
        s += roll(6)
    return s


WINGS = [(3, 3), (4, 3), (4, 3), (5, 3)]


def wing():
    done, penalty = 0, 0
    for quality, dice in WINGS:
        n = max(1, min(dice, 3 - penalty))
        won = 0
        for _ in range(n):
            if roll(6) >= quality:
                won += 1
        done += won
        penalty = n - won if won > 0 else 0
        if won == 0 and n > 1:
            break
    return done


def advance(place, faces):
    while True:
        face = roll(faces)
        place += face
        if face < faces:
            return min(30, place)


def race():
    us, them, n = 0, 0, 0
    while us < 30 and them < 30:
        n += 1
        us, them = advance(us, 6), advance(them, 8)
    return n


def successes(n, least):
    return sum(1 for _ in range(n) if roll(6) >= least)


def losses(attackers, targets):
    hits = successes(attackers, 4)
    down = min(targets, hits - successes(hits, 5))
    if 0 < down < targets and roll(6) + roll(6) > 7 - down:
        down += 1
    return down


def battle():
    us, them, n = 10, 10, 0
    while us > 0 and them > 0:
        n += 1
        us, them = us - losses(them, us), them - losses(us, them)
    return n


RULES = {"arithmetic": (arithmetic, 300), "rolls": (rolls, 3000), "wing": (wing, 60000), "race": (race, 60000),
         "battle": (battle, 40000)}

for name in sys.argv[1:] or RULES:
    rule, trials = RULES[name]
    total, begun = 0, time.process_time()
    for _ in range(trials):
        total += rule()
    took = time.process_time() - begun
    print(f"{name} {took / trials * 1e6:.3f} {total / trials:.3f}")
