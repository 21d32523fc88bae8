"""CSV files: what TensorFlow reads of the same bytes, and where it refuses them."""

import gzip

import numpy as np
import pytest

import pelton as tf

INVALID = tf.errors.InvalidArgumentError
REQUIRED = "Field 0 is required but missing in record!"
FEWER = "Expect 2 fields but have 1 in record"
OPEN = "Reached end of file without closing quoted field in record"
NUMBERS, OPTIONAL = [tf.int32, tf.string], [[0], [""]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def elements(dataset):
    return list(dataset.as_numpy_iterator())


# text, record_defaults, arguments, the rows before the end or the error, the error
READ = {
    "blank line": ("1,2\n\n3,4\n", NUMBERS, {}, [(1, b"2")], REQUIRED),
    "blank line, defaults": ("1,2\n\n3,4\n", OPTIONAL, {}, [(1, b"2")], FEWER),
    "returns and newlines": ("1,2\r\n3,4\r\n", NUMBERS, {}, [(1, b"2"), (3, b"4")], None),
    "returns alone": ("1,2\r3,4\r", NUMBERS, {}, [(1, b"2"), (3, b"4")], None),
    "no last newline": ("1,2\n3,4", NUMBERS, {}, [(1, b"2"), (3, b"4")], None),
    "empty": ("", NUMBERS, {}, [], None),
    "one newline": ("\n", NUMBERS, {}, [], REQUIRED),
    "quoted line ends": ('1,"a\r\nb\nc"\n2,d\n', NUMBERS, {}, [(1, b"a\r\nb\nc"), (2, b"d")], None),
    "doubled quotes": ('1,"a""b"\n2,""\n', OPTIONAL, {}, [(1, b'a"b'), (2, b"")], None),
    "quotes inside": ('1,a"b\n', NUMBERS, {}, [], "Unquoted fields cannot have quotes"),
    "open quotes": ('1,"ab\n2,c\n', NUMBERS, {}, [], OPEN),
    "no quotes": ('1,"ab\n', NUMBERS, {"use_quote_delim": False}, [(1, b'"ab')], None),
    "blanks": (" 1 , 2\n", NUMBERS, {}, [(1, b" 2")], None),
    "plus": ("+1,+2\n", NUMBERS, {}, [(1, b"+2")], None),
    "too large": ("99999999999,2\n", NUMBERS, {}, [], "Field 0 in record is not a valid int32"),
    "large float": ("99999999999,2\n", [tf.float32, tf.string], {}, [(99999997952.0, b"2")], None),
    "too many": ("1,2,\n", NUMBERS, {}, [], "Expect 2 fields but have more in record"),
    "too few": ("1\n", NUMBERS, {}, [], FEWER),
    "missing": ("NA,x\n", OPTIONAL, {"na_value": "NA"}, [(0, b"x")], None),
    "other delimiter": ("1;2\n", NUMBERS, {"field_delim": ";"}, [(1, b"2")], None),
    "columns": ("7,1,x,2\n", NUMBERS, {"select_cols": [1, 3]}, [(1, b"2")], None),
    "too far": ("7,1\n", NUMBERS, {"select_cols": [1, 3]}, [], "Expect 4 fields but have 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_what_is_read(folder, name):
    text, defaults, arguments, rows, error = READ[name]
    (folder / "t.csv").write_bytes(text.encode())
    found = iter(tf.data.experimental.CsvDataset("t.csv", defaults, **arguments))
    for row in rows:
        assert tuple(value.numpy() for value in next(found)) == row
    with pytest.raises(StopIteration if error is None else INVALID, match=error):
        next(found)


def test_passes_go_on_after_records_that_do_not_fit(folder):
    lines = ["x" if i % 100 == 99 else str(i) for i in range(1000)]
    (folder / "a.csv").write_text("\n".join(["head", *lines]))
    (folder / "b.csv").write_text('head\n1000\n"1001')
    (folder / "c.csv").write_text("head\n1002")
    rows = tf.data.experimental.CsvDataset(["a.csv", "b.csv", "c.csv"], [tf.int64], header=True)
    kept = [row[0] for row in elements(rows.ignore_errors())]
    assert kept == [i for i in range(1000) if i % 100 != 99] + [1000, 1002]


@pytest.mark.parametrize("kind", ["", "GZIP"])
def test_rows_come_in_batches(folder, kind):
    text = "".join(f'{i},{i / 8},"t{i}"\n' for i in range(1000)).encode()
    (folder / "t.csv").write_bytes(gzip.compress(text) if kind else text)
    rows = tf.data.experimental.CsvDataset("t.csv", [tf.int64, tf.float64, tf.string], kind)
    number = 0
    for integers, floats, texts in rows.batch(96).as_numpy_iterator():
        for row in zip(integers, floats, texts, strict=True):
            assert row == (number, number / 8, f"t{number}".encode())
            number += 1
    assert number == 1000


REFUSED = {
    "select_cols": ({"select_cols": [2, 1]}, "select_cols must be growing numbers"),
    "count": ({"select_cols": [1]}, "select_cols has 1 numbers for 2 columns"),
    "delimiter": ({"field_delim": "ab"}, "field_delim should be only one char"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    arguments, text = REFUSED[name]
    with pytest.raises(INVALID, match=text):
        tf.data.experimental.CsvDataset("t.csv", NUMBERS, **arguments)


def test_other_dtypes_are_refused():
    with pytest.raises(INVALID, match="must be of float32, float64, int32, int64 or string"):
        tf.data.experimental.CsvDataset("t.csv", [tf.uint8])


def test_records_are_decoded_in_traced_maps(folder):
    (folder / "t.csv").write_text('1,2.5,"a,b"\n3,,c\n')
    lines = tf.data.TextLineDataset("t.csv")
    decoded = lines.map(lambda line: tf.io.decode_csv(line, [[0], [0.5], [""]]))
    assert [spec.dtype for spec in decoded.element_spec] == [tf.int32, tf.float32, tf.string]
    assert elements(decoded) == [(1, 2.5, b"a,b"), (3, 0.5, b"c")]


def test_rows_of_csv_files(folder):
    (folder / "t.csv").write_text('a,b,c\n1,2.5,x\n3,,"y,z"\n')
    experimental = tf.data.experimental
    rows = experimental.CsvDataset("t.csv", [tf.int32, [0.5], tf.string], header=True)
    assert elements(rows) == [(1, 2.5, b"x"), (3, 0.5, b"y,z")]
    some = experimental.CsvDataset("t.csv", [tf.int32, tf.string], header=True, select_cols=[0, 2])
    assert elements(some) == [(1, b"x"), (3, b"y,z")]
    with pytest.raises(INVALID, match="Field 1 is required but missing in record!"):
        elements(experimental.CsvDataset("t.csv", [tf.int32, tf.float32, tf.string], header=True))
    with pytest.raises(INVALID, match="Field 1 in record is not a valid int32: 2.5"):
        elements(experimental.CsvDataset("t.csv", [tf.int32] * 3, header=True))


def test_batches_of_csv_files(folder):
    (folder / "t.csv").write_text('a,b,c\n1,2.5,x\n3,,"y,z"\n')
    make = tf.data.experimental.make_csv_dataset
    batch = next(iter(make("t.csv", 2, shuffle=False, num_epochs=1)))
    assert {name: column.numpy().tolist() for name, column in batch.items()} == {
        "a": [1, 3],
        "b": [2.5, 0.0],
        "c": [b"x", b"y,z"],
    }
    data = make("t.csv", 2, label_name="a", shuffle=False, num_epochs=1)
    features, label = data.element_spec
    assert list(features) == ["b", "c"] and label == tf.TensorSpec([None], tf.int32)
    with pytest.raises(ValueError, match="must be one of the columns"):
        make("t.csv", 2, label_name="z")
    some = next(iter(make("t.csv", 2, select_columns=["c", "a"], shuffle=False, num_epochs=1)))
    assert list(some) == ["a", "c"]


def test_numbers_of_numpy_are_defaults_but_for_those_of_dtypes(tmp_path):
    """As Python's: 7 is the number of the strings' dtype, in TensorFlow too."""
    (tmp_path / "rows.csv").write_text("1,2\n")
    defaults = [np.int64(7), np.int64(0)]
    dataset = tf.data.experimental.CsvDataset(str(tmp_path / "rows.csv"), defaults)
    assert [spec.dtype.name for spec in dataset.element_spec] == ["string", "int64"]
    assert [part.numpy() for part in next(iter(dataset))] == [b"1", 2]
