"""The examples in docstrings and in the README give what they say."""

import doctest
import inspect
import pathlib
import shutil

import pytest

import oddsmith as od

README = pathlib.Path(__file__).parent.parent / "README.md"


def documented():
    yield "oddsmith", od.__doc__
    for name in od.__all__:
        thing = getattr(od, name)
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                # A field of a data class has its docstring in the source.
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    yield f"{name}.{member}", getattr(value, "__doc__", None)


def failures_of(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    lines = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=lines.append)
    return len(test.examples), "".join(lines)


def test_docstrings():
    examples = 0
    for name, text in documented():
        assert text, f"{name} has no docstring"
        count, failures = failures_of(inspect.cleandoc(text), name)
        assert not failures, failures
        examples += count
    assert examples > 40


def test_readme():
    count, failures = failures_of(README.read_text("utf-8"), "README.md")
    assert count > 15 and not failures, failures


def test_stubs_name_every_member():
    stub = pathlib.Path(od.__file__).with_name("_oddsmith.pyi").read_text("utf-8")
    for thing in [od.Roll, od._oddsmith.Plan, od._oddsmith.Results]:
        for member in vars(thing):
            if not member.startswith("__") or member == "__bool__":
                assert f"def {member}(" in stub, f"{thing.__name__}.{member}"


def test_types(tmp_path):
    api = pytest.importorskip("mypy.api")
    # Away from the installed packages, which mypy would check as well.
    folder = shutil.copytree(pathlib.Path(od.__file__).parent, tmp_path / "oddsmith")
    out, errors, code = api.run(["--strict", "--no-incremental", str(folder)])
    assert code == 0, out + errors
