#include "data/csv/csv_table.h"

#include <algorithm>

#include "core/error.h"
#include "core/number_text.h"
#include "runtime/memory/memory.h"

namespace pelton::data {
namespace {

using NumberTypes = Types<int32_t, int64_t, float, double>;

bool is_csv_dtype(DType dtype) {
  return dtype == DType::string || dtype == DType::int32 || dtype == DType::int64 ||
         dtype == DType::float32 || dtype == DType::float64;
}

}  // namespace

void CsvLayout::check_itself(const std::string& op) const {
  check(!columns.empty(), op, ": record_defaults must have at least one column");
  for (const CsvColumn& column : columns) {
    check(is_csv_dtype(column.dtype), op,
          ": record_defaults must be of float32, float64, int32, int64 or string, got ",
          column.dtype);
    check(!column.default_value.defined() || column.default_value.size() == 1, op,
          ": record_defaults must be at most one value each");
  }
  check(places.empty() || places.size() == columns.size(), op, ": select_cols has ", places.size(),
        " numbers for ", columns.size(), " columns");
  check(places.empty() ||
            (places[0] >= 0 && std::adjacent_find(places.begin(), places.end(),
                                                  std::greater_equal<>()) == places.end()),
        op, ": select_cols must be growing numbers of fields");
}

CsvTable::CsvTable(const CsvLayout& layout, const Shape& shape) : layout_(layout) {
  for (const CsvColumn& column : layout.columns) {
    Tensor& made = columns_.emplace_back(empty(shape, column.dtype));
    bytes_.emplace_back();
    if (column.dtype != DType::string) continue;
    std::fill_n(made.data_as<StringElement>(), made.size(), StringElement{});
    bytes_.back() = make_ref<StringBytes>();
    made.storage()->set_strings(bytes_.back());
  }
}

void CsvTable::set_value(size_t column, int64_t row, std::string_view field) {
  const CsvColumn& wanted = layout_.columns[column];
  Tensor& to = columns_[column];
  const bool is_missing = field.empty() || field == layout_.na_value;
  check(!is_missing || wanted.default_value.defined(), "Field ", column,
        " is required but missing in record!");
  if (wanted.dtype == DType::string) {
    const auto text = is_missing ? wanted.default_value.data_as<StringElement>()->view() : field;
    to.data_as<StringElement>()[row] = bytes_[column]->add(text);
    return;
  }
  visit(NumberTypes{}, wanted.dtype, [&]<class T>() {
    T& value = to.data_as<T>()[row];
    if (is_missing)
      value = *wanted.default_value.data_as<T>();
    else
      check(parse_number(field, value), "Field ", column, " in record is not a valid ",
            wanted.dtype, ": ", field);
  });
}

void CsvTable::set(int64_t row, std::string_view record) {
  CsvFields fields(record, layout_.form);
  const size_t wanted = layout_.columns.size();
  std::string_view field;
  size_t found = 0, column = 0;
  for (; fields.next(field); ++found) {
    if (layout_.places.empty()) {
      check(column < wanted, "Expect ", wanted, " fields but have more in record");
    } else if (column == wanted || layout_.places[column] != static_cast<int64_t>(found)) {
      continue;
    }
    set_value(column++, row, field);
  }
  const auto least =
      layout_.places.empty() ? wanted : static_cast<size_t>(layout_.places.back()) + 1;
  check(column == wanted, "Expect ", least, " fields but have ", found, " in record");
}

bool is_csv_value(std::string_view text, DType dtype) {
  if (dtype == DType::string) return true;
  bool is_value = false;
  visit(NumberTypes{}, dtype, [&]<class T>() {
    T value;
    is_value = parse_number(text, value);
  });
  return is_value;
}

std::vector<Tensor> decode_csv(const Tensor& records, const CsvLayout& layout) {
  const Tensor texts = contiguous(records);
  CsvTable table(layout, texts.shape());
  const auto* const text = texts.data_as<StringElement>();
  for (int64_t i = 0; i < texts.size(); ++i) {
    try {
      check(!text[i].view().empty(), "Expect ", layout.columns.size(),
            " fields but have 0 in record");
      table.set(i, text[i].view());
    } catch (const Error& error) {
      raise(error.code(), "decode_csv: record ", i, ": ", error.message());
    }
  }
  return table.take();
}

}  // namespace pelton::data
