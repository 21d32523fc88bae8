// Owns CsvLayoutHandle: a layout of CSV as Python holds it.
#pragma once
#include <memory>

#include "data/csv/csv_table.h"

namespace pelton::bindings {

struct CsvLayoutHandle {
  std::shared_ptr<const data::CsvLayout> layout;
};

}  // namespace pelton::bindings
