"""Rows of the ops on strings; their references are Python's bytes."""

import base64
import pathlib
import re

import numpy as np

from op_table.errors_of import call_errors, value_errors
from op_table.op_case import REALS, Bad, In, OpCase
from pelton._core import ops
from pelton.errors import NotFoundError

SHAPES = ((2, 3), (), (0, 3), (5,), (67,))
VECTORS = ((5,), (0,), (67,))
SPACE = b" \t\n\v\f\r"


def each(function, dtype=object):
    """A reference that computes each element by itself."""

    def reference(x, **attrs):
        out = np.empty(x.shape, dtype)
        for place in np.ndindex(*x.shape):
            out[place] = function(x[place], **attrs)
        return out

    return reference


def bad_row(name, errors):
    """A row of nothing but bad calls, for an op whose values are tried through a function."""
    return OpCase(name, None, (), ("string",), errors=errors)


def bad_of(*good, errors=()):
    return (*call_errors(good), *value_errors(good), *errors)


def row(name, reference, shapes=SHAPES, required=(), errors=(), fn=None, **attrs):
    good = (b"a", *required)
    return OpCase(
        name,
        reference,
        tuple((In(shape),) for shape in shapes),
        ("string",),
        attrs=attrs,
        kind="exact",
        rounds=False,
        errors=() if fn else bad_of(*good, errors=errors),
        fn=fn,
    )


def characters(text):
    return text.decode("utf-8", "replace")


def substr(x, pos, size):
    out = np.empty(np.broadcast_shapes(x.shape, pos.shape), object)
    x, pos, size = np.broadcast_arrays(x, pos, size)
    for place in np.ndindex(*out.shape):
        out[place] = x[place][pos[place] : pos[place] + size[place]]
    return out


def joined(*parts, separator=""):
    out = np.empty(np.broadcast_shapes(*(part.shape for part in parts)), object)
    for place in np.ndindex(*out.shape):
        texts = (part[place] if part.ndim else part.item() for part in parts)
        out[place] = separator.encode().join(texts)
    return out


def joined_rows(x, separator):
    out = np.empty(x.shape[0], object)
    out[:] = [separator.encode().join(texts) for texts in x]
    return out


def parts_of(x, sep, maxsplit):
    parts = [part for text in x for part in text.split(sep.encode() or None, maxsplit)]
    out = np.empty(len(parts), object)
    out[:] = parts
    return out


def codes_of(x):
    texts = [characters(text) for text in x]
    codes = [ord(c) for text in texts for c in text]
    begins = [len(text[:i].encode()) for text in texts for i in range(len(text))]
    return np.array(codes, np.int32), np.array(begins, np.int64)


def places(values, keys):
    first = {key: at for at, key in reversed(list(enumerate(keys.tolist())))}
    found = [first.get(value, -1) for value in values.ravel().tolist()]
    return np.array(found, np.int64).reshape(values.shape)


def listed(name):
    return lambda *values, **attrs: getattr(ops, name)(list(values), **attrs)


ABC = np.array([97, 233, 20013], np.int32)
ROWS = np.array([0, 2, 2, 3], np.int64)

JOIN_ERRORS = (
    Bad(([b"a"],), {"no_such": 1}, TypeError, ("unexpected keyword argument",)),
    Bad(([],), error=ValueError, says=("is empty",)),
    Bad(([None],), error=ValueError),
    Bad(([[b"a"], [b"a", b"b"]],), says=("Input shapes do not match",)),
    Bad(([np.float32(1)],), says=("list of allowed values",)),
)

CASES = [
    row("string_lower", each(bytes.lower)),
    row("string_upper", each(bytes.upper)),
    row("string_strip", each(lambda text: text.strip(SPACE))),
    row("string_length", each(len, np.int32)),
    row(
        "regex_full_match",
        each(lambda text, pattern: re.fullmatch(rb"(a|b)+", text) is not None, bool),
        required=("a",),
        errors=(Bad((b"a", "("), says=("Invalid pattern", "missing )")),),
        pattern="(a|b)+",
    ),
    row(
        "regex_replace",
        each(lambda text, pattern, rewrite: re.sub(rb"(a)(b?)", rb"<\2\1>", text)),
        required=("a", "b"),
        errors=(
            Bad((b"a", "a**", "b"), says=("bad repetition operator",)),
            Bad((b"a", "a{1001}", "b"), says=("invalid repetition size",)),
            Bad((b"a", "(((a{1000}){1000}){1000})", "b"), says=("too large",)),
        ),
        pattern="(a)(b?)",
        rewrite="<\\2\\1>",
    ),
    row(
        "string_to_number",
        lambda x: each(len, np.float32)(x),
        fn=lambda x: ops.string_to_number(ops.as_string(ops.string_length(x))),
    ),
    bad_row(
        "string_to_number",
        bad_of(
            b"1",
            errors=(
                Bad((b"1x",), says=("could not correctly convert string: 1x",)),
                Bad((b"",), says=("could not correctly convert string",)),
                Bad((b"1", "bool"), says=("out_type bool",)),
            ),
        ),
    ),
    OpCase(
        "as_string",
        each(lambda value: b"%d" % value),
        ((In((2, 3), 0, 100, "int32"),), (In((), -5, 5, "int64"),)),
        (*REALS, "bool"),
        kind="exact",
        rounds=False,
        errors=(
            *call_errors((1,)),
            *value_errors((1,)),
            Bad((1.0, 500), says=("precision and width",)),
            Bad((np.int32(1), 2), says=("not supported for datatype",)),
            Bad((1.0, -1, False, False, 3, "x"), says=("Fill argument not supported",)),
        ),
    ),
    row(
        "string_to_hash_bucket_fast",
        each(lambda text, num_buckets: 0, np.int64),
        required=(1,),
        errors=(Bad((b"a", 0), says=("at least minimum 1",)),),
        num_buckets=1,
    ),
    row(
        "string_to_hash_bucket_strong",
        each(lambda text, num_buckets, key: 0, np.int64),
        required=(1, (1, 2)),
        errors=(Bad((b"a", 1, (1,)), says=("Key must have 2 elements",)),),
        num_buckets=1,
        key=(1, 2),
    ),
    row(
        "encode_base64",
        each(lambda text, pad: base64.urlsafe_b64encode(text)),
        pad=True,
    ),
    row(
        "decode_base64",
        each(lambda text: text),
        fn=lambda x: ops.decode_base64(ops.encode_base64(x)),
    ),
    bad_row(
        "decode_base64",
        bad_of(b"a", errors=(Bad((b"a",), says=("Invalid",)), Bad((b"a+bc",), says=("Invalid",)))),
    ),
    row(
        "read_file",
        each(lambda text: pathlib.Path(__file__).read_bytes()),
        fn=lambda x: ops.read_file(ops.where(ops.equal(x, x), __file__, x)),
    ),
    bad_row(
        "read_file",
        bad_of(
            b"a",
            errors=(
                Bad((b"/no/such",), error=NotFoundError, says=("/no/such; No such file",)),
                Bad((b"a\x00b",), says=("null character",)),
            ),
        ),
    ),
    OpCase(
        "substr",
        substr,
        tuple(
            (In(shape), In((), 0, 0, kind), In((), 0, 9, kind))
            for shape in SHAPES
            for kind in ("int32", "int64")
        ),
        ("string",),
        kind="exact",
        rounds=False,
        errors=(
            *call_errors((b"a", 0, 1)),
            *value_errors((b"a", 0, 1)),
            Bad((b"abc", 4, 1), says=("pos 4 out of range",)),
            Bad((b"abc", -(2**31), 1), says=("out of range",)),
            Bad((b"abc", [0, 1], [1]), says=("pos and len should have the same shape",)),
        ),
    ),
    OpCase(
        "find_keys",
        places,
        (
            (In((2, 3), 0, 5), In((4,), 0, 5)),
            (In((), 0, 5), In((70,), 0, 50)),
            (In((0,)), In((0,))),
        ),
        ("string", "int32", "int64"),
        kind="exact",
        rounds=False,
        errors=(
            *call_errors((b"a", [b"a"])),
            *value_errors((b"a", [b"a"])),
            Bad((b"a", b"a"), says=("keys must be a vector",)),
        ),
    ),
    OpCase(
        "string_join",
        joined,
        ((In((2, 3)), In(()), In((2, 3))), (In(()),), (In((0, 2)), In((0, 2)))),
        ("string",),
        attrs={"separator": ", "},
        kind="exact",
        rounds=False,
        fn=listed("string_join"),
    ),
    bad_row("string_join", JOIN_ERRORS),
    row(
        "string_join_rows",
        joined_rows,
        ((2, 3), (0, 2), (3, 0)),
        separator="-",
        errors=(Bad((b"a",), says=("two axes",)),),
    ),
    row(
        "string_split_counts",
        each(lambda t, sep, maxsplit: len(t.split(b"a", maxsplit)), np.int64),
        VECTORS,
        sep="a",
        maxsplit=2,
        errors=(Bad((b"a",), says=("must be a vector",)),),
    ),
    row(
        "string_split_parts",
        parts_of,
        VECTORS,
        sep="a",
        maxsplit=-1,
        errors=(Bad((b"a",), says=("must be a vector",)),),
    ),
    row(
        "unicode_counts",
        each(lambda text: len(characters(text)), np.int64),
        VECTORS,
        errors=(Bad((b"a",), says=("must be a vector",)),),
    ),
    row("unicode_codes", lambda x: codes_of(x)[0], VECTORS, fn=lambda x: ops.unicode_codes(x)[0]),
    bad_row(
        "unicode_codes",
        bad_of(b"a", errors=(Bad(([b"\xff"], "strict"), says=("Invalid formatting",)),)),
    ),
    OpCase(
        "unicode_encode",
        lambda codes, splits: np.array([b"", b"aaa"], object),
        ((In((3,), 97, 97, "int32"), In((3,), 0, 0, "int64")),),
        ("int32",),
        kind="exact",
        rounds=False,
        fn=lambda codes, splits: ops.unicode_encode(codes, splits + np.array([0, 0, 3])),
    ),
    bad_row(
        "unicode_encode",
        (
            *call_errors((ABC, ROWS)),
            Bad((ABC, np.array([0, 9])), says=("do not fit to 3 codes",)),
            Bad((ABC, np.array([2, 0])), says=("do not fit",)),
            Bad((np.array([-1], np.int32), np.array([0, 1]), "strict"), says=("out of range",)),
        ),
    ),
]
