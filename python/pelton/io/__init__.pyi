"""Types of pelton.io. Made by `dev.py stubs`; do not edit."""

from . import gfile as gfile
from pelton.image.decoding import decode_and_crop_jpeg as decode_and_crop_jpeg
from pelton.image.decoding import decode_bmp as decode_bmp
from pelton.image.decoding import decode_gif as decode_gif
from pelton.image.decoding import decode_image as decode_image
from pelton.image.decoding import decode_jpeg as decode_jpeg
from pelton.image.decoding import decode_png as decode_png
from pelton.image.decoding import extract_jpeg_shape as extract_jpeg_shape
from pelton.image.decoding import is_jpeg as is_jpeg
from pelton.image.encoding import encode_jpeg as encode_jpeg
from pelton.image.encoding import encode_png as encode_png
from pelton.io.raw_bytes import decode_base64 as decode_base64
from pelton.io.raw_bytes import decode_raw as decode_raw
from pelton.io.raw_bytes import encode_base64 as encode_base64
from pelton.io.record_writer import TFRecordOptions as TFRecordOptions
from pelton.io.record_writer import TFRecordWriter as TFRecordWriter
from pelton.io.whole_files import match_filenames_once as match_filenames_once
from pelton.io.whole_files import matching_files as matching_files
from pelton.io.whole_files import read_file as read_file
from pelton.io.whole_files import write_file as write_file
