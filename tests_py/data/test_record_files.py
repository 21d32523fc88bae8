"""Files of records, lines and pieces: what TensorFlow reads of the same bytes, and forged ones."""

import gzip
import zlib

import numpy as np
import pytest

import pelton as tf

# Written by TensorFlow's TFRecordWriter: b"one", b"", b"three".
RECORDS = bytes.fromhex(
    "0300000000000000b099490e6f6e6501405508000000000000000029039807d8ea82a2"
    "0500000000000000eab2043e74687265656023fb45"
)
TEXT = b"a\r\nbb\n\nlast"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    forged = {"sum": (12, 1), "length": (0, 1)}
    for name, (place, change) in forged.items():
        data = bytearray(RECORDS)
        data[place] ^= change
        (tmp_path / f"{name}.tfrecord").write_bytes(bytes(data))
    for name, end in (("head", 5), ("cut", -3), ("first", 14)):
        (tmp_path / f"{name}.tfrecord").write_bytes(RECORDS[:end])
    (tmp_path / "a.tfrecord").write_bytes(RECORDS)
    (tmp_path / "g.tfrecord").write_bytes(gzip.compress(RECORDS))
    (tmp_path / "z.tfrecord").write_bytes(zlib.compress(RECORDS))
    (tmp_path / "t.txt").write_bytes(TEXT)
    (tmp_path / "t2.txt").write_bytes(b"x\ny\n")
    (tmp_path / "e.txt").write_bytes(b"")
    (tmp_path / "fix.bin").write_bytes(b"HH" + bytes(range(10)) + b"F")
    return tmp_path


def elements(dataset):
    return list(dataset.as_numpy_iterator())


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: tf.data.TFRecordDataset("a.tfrecord"), [b"one", b"", b"three"]),
        (lambda: tf.data.TFRecordDataset(["a.tfrecord"] * 2), [b"one", b"", b"three"] * 2),
        (
            lambda: tf.data.TFRecordDataset(tf.data.Dataset.from_tensor_slices(["a.tfrecord"])),
            [b"one", b"", b"three"],
        ),
        (lambda: tf.data.TFRecordDataset("g.tfrecord", "GZIP"), [b"one", b"", b"three"]),
        (lambda: tf.data.TFRecordDataset("z.tfrecord", "ZLIB"), [b"one", b"", b"three"]),
        (lambda: tf.data.TFRecordDataset("head.tfrecord"), []),
        (lambda: tf.data.TextLineDataset("t.txt"), [b"a", b"bb", b"", b"last"]),
        (
            lambda: tf.data.TextLineDataset(["t.txt", "e.txt", "t2.txt"]),
            [b"a", b"bb", b"", b"last", b"x", b"y"],
        ),
        (
            lambda: tf.data.FixedLengthRecordDataset("fix.bin", 2, 2, 1),
            [b"\x00\x01", b"\x02\x03", b"\x04\x05", b"\x06\x07", b"\x08\t"],
        ),
        (
            lambda: tf.data.Dataset.list_files("*.txt", shuffle=False),
            [b"./e.txt", b"./t.txt", b"./t2.txt"],
        ),
        (
            lambda: tf.data.Dataset.list_files("*.t*", shuffle=False).take(1),
            [b"./a.tfrecord"],
        ),
    ],
)
def test_elements(folder, make, expected):
    assert elements(make()) == expected
    assert make().element_spec == tf.TensorSpec((), tf.string)


LOST, MISSING, INVALID = (
    tf.errors.DataLossError,
    tf.errors.NotFoundError,
    tf.errors.InvalidArgumentError,
)


def records(name, kind=None):
    return tf.data.TFRecordDataset(name, kind)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (
            lambda: records("cut.tfrecord"),
            LOST,
            "truncated record at 35[^$]*in the file .*cut.tfrecord",
        ),
        (lambda: records("first.tfrecord"), LOST, "truncated record at 0"),
        (lambda: records("sum.tfrecord"), LOST, "corrupted record at 12"),
        (lambda: records("length.tfrecord"), LOST, "corrupted record at 0"),
        (lambda: records("g.tfrecord"), LOST, "Is this even a TFRecord"),
        (lambda: records("a.tfrecord", "GZIP"), LOST, "inflate"),
        (lambda: records("no.tfrecord"), MISSING, "no.tfrecord; No such"),
        (lambda: tf.data.TextLineDataset("no.txt"), MISSING, "no.txt; No such"),
        (lambda: tf.data.FixedLengthRecordDataset("fix.bin", 4), INVALID, "body length 13"),
        (lambda: tf.data.Dataset.list_files("*.no"), INVALID, "No files matched"),
        (lambda: records(5), TypeError, "must contain `tf.string`"),
    ],
)
def test_errors(folder, make, error, text):
    with pytest.raises(error, match=text):
        elements(make())


@pytest.mark.parametrize("kind", [None, "GZIP", "ZLIB"])
def test_what_is_written_is_read(folder, kind):
    given = [b"", b"x" * 100_000, bytes(range(256)), b"text"]
    with tf.io.TFRecordWriter("w.tfrecord", tf.io.TFRecordOptions(kind)) as writer:
        for record in given:
            writer.write(record)
    assert elements(tf.data.TFRecordDataset("w.tfrecord", kind)) == given


def test_the_writer_writes_what_tensorflow_writes(folder):
    with tf.io.TFRecordWriter("w.tfrecord") as writer:
        for record in (b"one", b"", b"three"):
            writer.write(record)
    assert (folder / "w.tfrecord").read_bytes() == RECORDS


def test_a_forged_length_takes_no_memory(folder):
    import struct

    from pelton._core.data import masked_crc32c

    head = struct.pack("<Q", 1 << 60)
    data = head + struct.pack("<I", masked_crc32c(head)) + b"short"
    (folder / "forged.tfrecord").write_bytes(data)
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 0"):
        elements(tf.data.TFRecordDataset("forged.tfrecord"))


def test_batches_of_strings_outlive_their_parts(folder):
    lines = [f"line {i}" * (i % 5 + 1) for i in range(500)]
    (folder / "many.txt").write_text("\n".join(lines))
    data = tf.data.TextLineDataset("many.txt").shuffle(50, seed=1).batch(64)
    found = [line.decode() for batch in data.as_numpy_iterator() for line in batch]
    assert sorted(found) == sorted(lines)
    slices = tf.data.Dataset.from_tensor_slices(np.array(lines)).batch(100)
    batches = list(slices)
    del slices
    assert [x.decode() for b in batches for x in b.numpy()] == lines
    padded = tf.data.Dataset.from_tensor_slices(["a b", "c"]).map(lambda x: tf.stack([x, x]))
    assert next(iter(padded.padded_batch(2, [3], "-"))).numpy().tolist() == [
        [b"a b", b"a b", b"-"],
        [b"c", b"c", b"-"],
    ]


def test_whole_files(folder):
    tf.io.write_file("new/deep/a.bin", b"\x00bytes")
    assert tf.io.read_file("new/deep/a.bin").numpy() == b"\x00bytes"
    assert tf.io.matching_files("*.txt").numpy().tolist() == [b"e.txt", b"t.txt", b"t2.txt"]
    with pytest.raises(tf.errors.NotFoundError, match="no.bin; No such file or directory"):
        tf.io.read_file("no.bin")
    names = tf.data.Dataset.list_files("*.txt", shuffle=False)
    assert elements(names.map(tf.io.read_file)) == [b"", TEXT, b"x\ny\n"]


def test_gfile(folder):
    gfile = tf.io.gfile
    gfile.makedirs("d/e")
    with gfile.GFile("d/f", "w") as file:
        file.write("text")
    gfile.copy("d/f", "d/g")
    with pytest.raises(tf.errors.AlreadyExistsError):
        gfile.copy("d/f", "d/g")
    gfile.rename("d/g", "d/h")
    assert sorted(gfile.listdir("d")) == ["e", "f", "h"] and gfile.isdir("d/e")
    assert gfile.glob("d/*") == ["d/e", "d/f", "d/h"]
    with gfile.GFile("d/h") as file:
        assert file.read() == "text"
    gfile.remove("d/h")
    gfile.rmtree("d")
    assert not gfile.exists("d")
    with pytest.raises(tf.errors.NotFoundError, match="d/f; No such file"):
        gfile.GFile("d/f").read()


def test_open_files(folder):
    file = tf.io.gfile.GFile("lines", "w")
    file.write("a\nb\n")
    assert file.size() == 4 and file.tell() == 4
    file.close()
    file = tf.io.gfile.GFile("lines")
    assert (file.name, file.mode, file.readline(), file.read(1)) == ("lines", "r", "a\n", "b")
    file.seek(0)
    assert list(file) == ["a\n", "b\n"]
    file.seek(offset=2)
    assert file.readlines() == ["b\n"]
    assert tf.io.gfile.GFile("lines", "rb").read() == b"a\nb\n"
    assert "" in tf.io.gfile.get_registered_schemes()


OPEN_FILES = {
    "a mode that there is not": (
        lambda: tf.io.gfile.GFile("lines", "zz"),
        tf.errors.InvalidArgumentError,
    ),
    "a write to a file for reading": (
        lambda: tf.io.gfile.GFile("lines", "r").write("a"),
        tf.errors.PermissionDeniedError,
    ),
    "a read of a file for writing": (
        lambda: tf.io.gfile.GFile("lines", "w").read(),
        tf.errors.PermissionDeniedError,
    ),
    "a file that is not there": (
        lambda: tf.io.gfile.GFile("none").read(),
        tf.errors.NotFoundError,
    ),
}


@pytest.mark.parametrize("name", OPEN_FILES)
def test_open_files_refuse(folder, name):
    call, error = OPEN_FILES[name]
    with pytest.raises(error):
        call()


def test_after_an_error_the_next_file_is_read(tmp_path):
    """As in TensorFlow: ``ignore_errors`` leaves out what remains of a file that is damaged."""
    good, bad = tmp_path / "good", tmp_path / "bad"
    for path in (good, bad):
        with tf.io.TFRecordWriter(str(path)) as writer:
            for text in ("a", "b", "c"):
                writer.write(text)
    data = bytearray(bad.read_bytes())
    data[17 + 12] ^= 1  # in the text of the second record
    bad.write_bytes(data)
    files = [str(bad), str(good), str(tmp_path / "none")]
    records = tf.data.TFRecordDataset(files).ignore_errors()
    assert list(records.as_numpy_iterator()) == [b"a", b"a", b"b", b"c"]
    text = tmp_path / "text"
    text.write_bytes(b"x\ny\n")
    lines = tf.data.TextLineDataset([str(tmp_path), str(text)]).ignore_errors()
    assert list(lines.as_numpy_iterator()) == [b"x", b"y"]
