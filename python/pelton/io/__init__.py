"""tf.io: whole files, files of records, and bytes as tensors. Modules load on first use."""

import importlib as _importlib

from pelton.names.named_refusals import public as _public

_MODULES = {
    "pelton.compat.v1.train": "write_graph",
    "pelton.image.decoding": "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg "
    "decode_png decode_webp extract_jpeg_shape is_jpeg",
    "pelton.image.encoding": "encode_jpeg encode_png",
    "pelton.io.csv_records": "decode_csv",
    "pelton.io.examples": "parse_example parse_single_example",
    "pelton.io.example_json": "decode_json_example",
    "pelton.io.features": "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature "
    "VarLenFeature",
    "pelton.io.raw_bytes": "decode_base64 decode_compressed decode_raw encode_base64",
    "pelton.io.record_writer": "TFRecordOptions TFRecordWriter",
    "pelton.io.sequence_examples": "parse_sequence_example parse_single_sequence_example",
    "pelton.io.sparse_bytes": "deserialize_many_sparse serialize_many_sparse",
    "pelton.io.tensor_bytes": "parse_tensor serialize_sparse serialize_tensor",
    "pelton.io.whole_files": "match_filenames_once matching_files read_file write_file",
}
_LAZY = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = ["gfile", *sorted(_LAZY)]


def __getattr__(name: str) -> object:
    if name == "gfile":
        return _importlib.import_module("pelton.io.gfile")
    if name not in _LAZY:
        from pelton.names.missing_names import missing

        raise missing(__name__, name, __dir__())
    value = getattr(_importlib.import_module(_LAZY[name]), name)
    if not isinstance(value, type):
        value = _public(value, __name__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
