"""tf.flags of compat.v1, held against what real TensorFlow 2.21 gave for the same command lines."""

import enum
import subprocess
import sys

import pytest

from pelton.compat.v1 import flags


class Kind(enum.Enum):
    A = 1
    B = 2


@pytest.fixture
def values():
    made = flags.FlagValues()
    given = {"flag_values": made}
    flags.DEFINE_string("s", "d", "a text", **given)
    flags.DEFINE_integer("i", 3, "an integer", lower_bound=0, **given)
    flags.DEFINE_bool("b", False, "a truth", **given)
    flags.DEFINE_float("f", None, "a number", **given)
    flags.DEFINE_list("l", ["a"], "texts", **given)
    flags.DEFINE_enum("e", "x", ["x", "y"], "one of two", **given)
    flags.DEFINE_multi_string("ms", ["q"], "several", **given)
    flags.DEFINE_multi_integer("mi", None, "several", **given)
    flags.DEFINE_spaceseplist("sp", "a b", "texts", **given)
    flags.DEFINE_enum_class("ec", Kind.A, Kind, "a member", **given)
    flags.DEFINE_alias("al", "s", **given)
    flags.DEFINE_string("req", None, "wanted", short_name="r", **given)
    flags.register_validator("i", lambda value: value < 10, message="too big", **given)
    flags.mark_flag_as_required("req", **given)
    flags.validator("f", **given)(lambda value: value is None or value > 0)
    both = flags.multi_flags_validator(["i", "f"], "bad pair", **given)
    both(lambda found: not (found["i"] == 5 and found["f"] == 5.0))
    return made


READ = {  # words: what is left, what differs from the defaults
    "--req=1": ([], {}),
    "--req 1 --s=zz -i 4 pos --b --f=2.5": (["pos"], {"s": "zz", "i": 4, "b": True, "f": 2.5}),
    "--req=1 --nob --l=a,b --e=y --ms=1 --ms=2": (
        [], {"l": ["a", "b"], "e": "y", "ms": ["1", "2"]},
    ),
    "--req=1 --mi=3 --mi=4 --sp=q --ec=B": ([], {"mi": [3, 4], "sp": ["q"], "ec": Kind.B}),
    "--req=1 -- --s=3": (["--s=3"], {}),
    "--req=1 --b=true --al=via": ([], {"b": True, "s": "via"}),
    "-r 1": ([], {}),
}  # fmt: skip
DEFAULTS = {"s": "d", "i": 3, "b": False, "f": None, "l": ["a"], "e": "x", "ms": ["q"], "mi": None,
            "sp": ["a", "b"], "ec": Kind.A, "req": "1"}  # fmt: skip
REFUSED = {
    "": "flag --req=None: Flag --req must have a value other than None.",
    "--req=1 --i=12": "flag --i=12: too big",
    "--req=1 --i=-1": "flag --i=-1: -1 is not a non-negative integer",
    "--req=1 --i=ab": "flag --i=ab: invalid literal for int() with base 10: 'ab'",
    "--req=1 --e=z": "flag --e=z: value should be one of <x|y>",
    "--req=1 --ec=Z": "flag --ec=Z: value should be one of <a|b>",
    "--req=1 --b=maybe": "flag --b=maybe: ('Non-boolean argument to boolean flag', 'maybe')",
    "--req=1 --f=-2": "flag --f=-2.0: Flag validation failed",
    "--req=1 --i=5 --f=5": "flags i=5, f=5.0: bad pair",
}


@pytest.mark.parametrize("words", READ)
def test_reads(values, words):
    rest, changed = READ[words]
    assert values(["program", *words.split()]) == ["program", *rest]
    expected = {**DEFAULTS, **changed}
    assert {name: getattr(values, name) for name in DEFAULTS} == expected


@pytest.mark.parametrize("words", REFUSED)
def test_refuses(values, words):
    with pytest.raises(flags.IllegalFlagValueError) as caught:
        values(["program", *words.split()])
    assert str(caught.value) == REFUSED[words]


def test_what_is_not_there(values):
    with pytest.raises(flags.UnrecognizedFlagError, match="Unknown command line flag 'unknown'"):
        values(["program", "--req=1", "--unknown=3"])
    assert values(["program", "--req=1", "--unknown=3"], known_only=True)[1:] == ["--unknown=3"]
    with pytest.raises(flags.Error, match="Missing value for flag --s"):
        values(["program", "--req=1", "--s"])
    with pytest.raises(AttributeError, match="nope"):
        _ = values.nope
    with pytest.raises(KeyError):
        values["nope"]
    with pytest.raises(flags.UnrecognizedFlagError):
        values.nope = 1
    with pytest.raises(flags.DuplicateFlagError, match="The flag 's' is defined twice"):
        flags.DEFINE_string("s", "again", "again", flag_values=values)


def test_flags_are_objects(values):
    made = flags.DEFINE_integer("n", 2, "a number", flag_values=values)
    with pytest.raises(flags.UnparsedFlagAccessError, match="before flags were parsed"):
        _ = made.value
    with pytest.raises(flags.UnparsedFlagAccessError):
        _ = values.n
    values(["program", "--req=1"])
    assert (made.name, made.value, made.default, made.present) == ("n", 2, 2, False)
    values.n = 5
    assert made.value == values["n"].value == 5 and not values["n"].present
    values.set_default("e", "y")
    assert values.e == "y" and "e" in values and "zz" not in values
    assert values.get_flag_value("f", 0.5) == 0.5
    del values.sp
    assert "sp" not in values and "sp" not in getattr(values, "__flags")  # noqa: B009
    assert "--n=5\n" in values.flags_into_string()
    values.unparse_flags()
    assert not values.is_parsed()


PROGRAM = """
import pelton.compat.v1 as tf
tf.flags.DEFINE_string("folder", None, "where")
tf.flags.mark_flag_as_required("folder")
def main(rest):
    print(tf.flags.FLAGS.folder, rest[1:])
if __name__ == "__main__":
    tf.app.run()
"""


@pytest.mark.parametrize(
    ("words", "status", "shown"),
    [
        (["--folder=a", "b", "--unknown=1"], 0, "a ['b', '--unknown=1']\n"),
        ([], 1, "Flag --folder must have a value other than None."),
        (["--help"], 1, "--folder: where"),
    ],
)
def test_programs_read_their_command_line(tmp_path, words, status, shown):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    found = subprocess.run([sys.executable, path, *words], capture_output=True, text=True)
    assert found.returncode == status and shown in found.stdout + found.stderr
