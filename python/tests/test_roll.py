"""Rolls: numbers known by counting, arithmetic, and mistakes."""

import itertools
from fractions import Fraction

import pytest

import oddsmith as od


def by_counting(dice, function):
    """The chances of a function of a few dice, by trying all results."""
    counts: dict[int, int] = {}
    faces = list(itertools.product(*(range(1, sides + 1) for sides in dice)))
    for face in faces:
        result = function(face)
        counts[result] = counts.get(result, 0) + 1
    return {result: Fraction(count, len(faces)) for result, count in sorted(counts.items())}


@pytest.mark.parametrize(
    ("text", "dice", "function"),
    [
        ("3d6", [6] * 3, sum),
        ("4d6kh3", [6] * 4, lambda dice: sum(dice) - min(dice)),
        ("2d20kl1+3", [20] * 2, lambda dice: min(dice) + 3),
        ("count(4d6 >= 5)", [6] * 4, lambda dice: sum(die >= 5 for die in dice)),
        ("d8-d6", [8, 6], lambda dice: dice[0] - dice[1]),
        ("2d6 >= 7", [6] * 2, lambda dice: int(sum(dice) >= 7)),
    ],
)
def test_rolls_are_those_of_counting(text, dice, function):
    assert od.roll(text).fractions == by_counting(dice, function)


@pytest.mark.parametrize(
    ("make", "function"),
    [
        (lambda a, b: a + b, lambda a, b: a + b),
        (lambda a, b: a - b, lambda a, b: a - b),
        (lambda a, b: a * b, lambda a, b: a * b),
        (lambda a, b: a // b, lambda a, b: a // b),
        (lambda a, b: (a - 4) // b, lambda a, b: (a - 4) // b),
        (lambda a, b: (a - 4) % b, lambda a, b: (a - 4) % b),
        (lambda a, b: 10 - a, lambda a, b: 10 - a),
        (lambda a, b: 3 * a + 2, lambda a, b: 3 * a + 2),
        (lambda a, b: 20 // a, lambda a, b: 20 // a),
        (lambda a, b: -a, lambda a, b: -a),
        (lambda a, b: a < b, lambda a, b: int(a < b)),
        (lambda a, b: a <= b, lambda a, b: int(a <= b)),
        (lambda a, b: a == b, lambda a, b: int(a == b)),
        (lambda a, b: a != 3, lambda a, b: int(a != 3)),
        (lambda a, b: a > b, lambda a, b: int(a > b)),
        (lambda a, b: 3 <= a, lambda a, b: int(3 <= a)),
    ],
)
def test_arithmetic_is_that_of_python(make, function):
    made = make(od.roll("d6"), od.roll("d4"))
    assert made.fractions == by_counting([6, 4], lambda dice: function(*dice))


def test_the_same_roll_twice_is_independent():
    die = od.roll("d6")
    assert (die + die).fractions == od.roll("2d6").fractions
    assert (die == die).fraction() == Fraction(1, 6)


def test_numbers_of_a_roll():
    roll = od.roll("3d6")
    assert (roll.min, roll.max, roll.median, len(roll)) == (3, 18, 10, 16)
    assert roll.mean == pytest.approx(10.5)
    assert roll.sd == pytest.approx((35 / 4) ** 0.5)
    assert roll.at_least(11) == pytest.approx(0.5) and roll.at_most(10) == pytest.approx(0.5)
    assert sum(roll.pmf.values()) == pytest.approx(1)
    assert roll.chance(19) == 0 and roll.fraction(19) == 0
    assert repr(od.roll("2d6") + 3) == "<Roll 2d6 + 3: 5 to 15, mean 10.00>"
    assert "<td>7</td>" in od.roll("2d6")._repr_html_()
    assert "&lt;script" in (od.roll("d4") < od.roll("d6"))._repr_html_().replace("&lt; d6", "&lt;script")


def test_mistakes_name_the_place_and_the_fix():
    with pytest.raises(od.OddsError) as caught:
        od.roll("4d6kx3")
    error = caught.value
    assert "`k` does not say" in str(error)
    assert (error.line, error.column) == (1, 4), error.problems
    assert error.help and "\x1b" not in str(error)
    assert isinstance(error, ValueError)
    with pytest.raises(od.OddsError, match="no result for 1 and 0"):
        od.roll("d6") // 0
    with pytest.raises(TypeError, match="use .chance()"):
        bool(od.roll("d6") == 1)
    with pytest.raises(TypeError):
        od.roll("d6") + "1"
    with pytest.raises(TypeError, match="not with 3.0"):
        od.roll("d6") == 3.0
    with pytest.raises(OverflowError, match="must fit in 64 bits"):
        od.roll("d6") + 10**30
    with pytest.raises(TypeError):
        od.roll(6)
    with pytest.raises(TypeError):
        hash(od.roll("d6"))
    with pytest.raises(ValueError, match="from 0 to 1"):
        od.roll("d6").quantile(2)
    with pytest.raises(OverflowError, match="64 bits"):
        od.roll("60d6").fraction(60)
    with pytest.raises(od.OddsError):
        od.roll("d6") + (2**63 - 1)
