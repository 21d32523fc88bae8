"""tf.io: whole files, files of records, and bytes as tensors."""

from pelton.io import gfile as gfile
from pelton.io.raw_bytes import decode_base64 as decode_base64
from pelton.io.raw_bytes import decode_raw as decode_raw
from pelton.io.raw_bytes import encode_base64 as encode_base64
from pelton.io.record_writer import TFRecordOptions as TFRecordOptions
from pelton.io.record_writer import TFRecordWriter as TFRecordWriter
from pelton.io.whole_files import matching_files as matching_files
from pelton.io.whole_files import read_file as read_file
from pelton.io.whole_files import write_file as write_file
from pelton.named_refusals import name_refusals as _name_refusals

_name_refusals(__name__)
