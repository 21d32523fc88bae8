"""Files of elements that `save`, `cache` and `snapshot` write: whole ones and damaged ones."""

import io

import numpy as np
import pytest

import pelton as tf

Dataset = tf.data.Dataset


def of_many_dtypes(number):
    return {
        "none": tf.zeros([0, 2]),
        "texts": tf.strings.as_string([number, number + 1]),
        "half": tf.cast(number, tf.bfloat16),
        "truth": number > 1,
        "row": tf.fill([number], 1 + 2j),
    }


@pytest.mark.parametrize("compression", [None, "GZIP"])
def test_elements_come_back(tmp_path, compression):
    dataset = Dataset.range(4).map(of_many_dtypes)
    dataset.save(str(tmp_path), compression=compression)
    found = list(Dataset.load(str(tmp_path), compression=compression))
    for one, other in zip(found, dataset, strict=True):
        for key, value in other.items():
            assert one[key].dtype == value.dtype
            np.testing.assert_array_equal(one[key], value)


def saved_file(folder):
    Dataset.from_tensor_slices(np.arange(6.0).reshape(2, 3)).save(str(folder))
    (name,) = folder.glob("elements.*")
    return name


def header(**about):
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, about)
    return file.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[:5],
        lambda data: data[:40],
        lambda data: b"x" + data[1:],
        lambda data: data[:6] + b"\2" + data[7:],
        lambda data: header(descr="<f8", fortran_order=False, shape=(10**12,)) + bytes(80),
        lambda data: header(descr="<f8", fortran_order=True, shape=(3, 2)) + bytes(48),
        lambda data: header(descr="|O", fortran_order=False, shape=(1,)) + bytes(8),
    ],
)
def test_damaged_files_are_refused(tmp_path, damage):
    name = saved_file(tmp_path)
    name.write_bytes(damage(name.read_bytes()))
    with pytest.raises(tf.errors.DataLossError, match="an element cannot be read"):
        list(Dataset.load(str(tmp_path)))


def test_skipping_less_than_nothing_leaves_what_is_not_known():
    rows = Dataset.range(5)
    counts = [d.skip(-1).cardinality() for d in (rows, rows.repeat(), rows.filter(lambda x: x > 2))]
    assert [int(count) for count in counts] == [0, -1, -2]
