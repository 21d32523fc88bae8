// Owns CsvTable: columns of tensors out of records of CSV.
#pragma once
#include <string>
#include <vector>

#include "core/string_bytes.h"
#include "core/tensor.h"
#include "data/csv/csv_text.h"

namespace pelton::data {

struct CsvColumn {
  DType dtype = DType::float32;  // float32, float64, int32, int64 or string
  Tensor default_value = {};     // one value, for fields that are missing; undefined: none may be
};

// What the fields of records are.
struct CsvLayout {
  std::vector<CsvColumn> columns;
  std::vector<int64_t> places = {};  // of the columns among the fields, growing; empty: all fields
  CsvForm form = {};
  std::string na_value = {};  // besides an empty field, what stands for a missing one

  // Raises invalid_argument for dtypes and places that cannot be.
  void check_itself(const std::string& op) const;
};

// Room for the values of so many records.
class CsvTable {
 public:
  CsvTable(const CsvLayout& layout, const Shape& shape);
  // Writes what a record says at a row. Raises invalid_argument, which names the field.
  void set(int64_t row, std::string_view record);
  // The columns; the table is then empty.
  std::vector<Tensor> take() { return std::move(columns_); }

 private:
  void set_value(size_t column, int64_t row, std::string_view field);

  const CsvLayout& layout_;
  std::vector<Tensor> columns_;
  std::vector<Ref<StringBytes>> bytes_;  // of columns of strings
};

// Whether a text is a value of that dtype.
bool is_csv_value(std::string_view text, DType dtype);
// The columns of records (...), each (...). Raises invalid_argument, which names the record.
std::vector<Tensor> decode_csv(const Tensor& records, const CsvLayout& layout);

}  // namespace pelton::data
