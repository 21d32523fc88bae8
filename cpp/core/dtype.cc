// Owns the dtype table.
#include "core/dtype.h"

#include <array>

namespace pelton {
namespace {

struct Row {
  std::string_view name;
  std::string_view kernel_name;
};

constexpr std::array<Row, kDTypeCount> kRows{{{"bool", "bool"},
                                              {"int8", "int8"},
                                              {"int16", "int16"},
                                              {"int32", "int32"},
                                              {"int64", "int64"},
                                              {"uint8", "uint8"},
                                              {"uint16", "uint16"},
                                              {"uint32", "uint32"},
                                              {"uint64", "uint64"},
                                              {"float16", "half"},
                                              {"bfloat16", "bfloat16"},
                                              {"float32", "float"},
                                              {"float64", "double"},
                                              {"complex64", "complex64"},
                                              {"complex128", "complex128"},
                                              {"string", "string"}}};

const Row& row(DType dtype) { return kRows[static_cast<size_t>(dtype)]; }

}  // namespace

std::string_view name(DType dtype) { return row(dtype).name; }
std::string_view kernel_name(DType dtype) { return row(dtype).kernel_name; }

DType parse_dtype(std::string_view text) {
  for (size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].name == text || (kRows[i].kernel_name == text)) return static_cast<DType>(i);
  raise(Code::type_error, "Cannot convert value '", text, "' to a dtype");
}

void append(std::string& out, DTypeSet dtypes) {
  const char* separator = "";
  for (int i = 0; i < kDTypeCount; ++i) {
    if (!dtypes.contains(static_cast<DType>(i))) continue;
    out += separator;
    out += name(static_cast<DType>(i));
    separator = ", ";
  }
}

}  // namespace pelton
