// Owns the dataset of the rows of CSV files, an element of 0-d tensors each.
#pragma once
#include "data/csv/csv_table.h"
#include "data/dataset.h"

namespace pelton::data {

// `names`: a dataset of 0-d strings, the files, one after the other; `has_header`: the first record
// of each is left out. Raises what opening raises at the first element of a file, and
// invalid_argument at a record that does not fit, after which the pass can go on.
DatasetRef csv_rows(DatasetRef names, OpenFile open, CsvLayout layout, bool has_header);

}  // namespace pelton::data
