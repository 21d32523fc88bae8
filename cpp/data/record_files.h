// Owns the datasets whose elements are pieces of files, 0-d strings: TFRecords, lines, and records
// of one length.
#pragma once
#include "data/byte_source.h"
#include "data/dataset.h"

namespace pelton::data {

// `names`: a dataset of 0-d strings, the files, one after the other. All raise what opening raises
// at the element where a file is opened.

// Raises data_loss for records that are cut off or whose sums are wrong; a file that ends within
// the first record's head has none.
DatasetRef tf_records(DatasetRef names, OpenFile open);
// Lines without their ends.
DatasetRef text_lines(DatasetRef names, OpenFile open);
// What lies between a head and a foot of so many bytes, `length` (at least 1) at a time. Raises
// invalid_argument for a file whose rest is no whole number of records.
struct FixedLength {
  size_t length = 1, head = 0, foot = 0;
};
DatasetRef fixed_length_records(DatasetRef names, OpenFile open, FixedLength lengths);

}  // namespace pelton::data
