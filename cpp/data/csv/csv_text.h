// Owns how CSV is written: records of a file, and the fields of a record.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"

namespace pelton::data {

struct CsvForm {
  char delimiter = ',';
  bool has_quotes = true;  // a field in quotes may hold delimiters, line ends and doubled quotes
};

// The fields of one record in order.
class CsvFields {
 public:
  CsvFields(std::string_view record, CsvForm form) : rest_(record), form_(form) {}
  // The next field, which lives as long as the record and until the next call; false at the end.
  // Raises invalid_argument for quotes that do not open and close a field.
  bool next(std::string_view& field);

 private:
  std::string_view quoted();

  std::string_view rest_;
  const CsvForm form_;
  bool has_ended_ = false;
  std::string unquoted_;  // a field with doubled quotes
};

// The records of an open file: lines, and those that quotes join.
class CsvRecords {
 public:
  CsvRecords(std::unique_ptr<ByteSource> source, CsvForm form);
  // The next record, which lives until the next call; false at the end. Raises invalid_argument
  // for a file that ends within quotes.
  bool next(std::string_view& record);

 private:
  size_t end_of_record();

  ByteReader reader_;
  const CsvForm form_;
  std::string lines_;
  size_t begin_ = 0;  // of the next record in lines_
};

// The fields of a file's first record.
std::vector<std::string> first_csv_row(std::unique_ptr<ByteSource> source, CsvForm form);

}  // namespace pelton::data
