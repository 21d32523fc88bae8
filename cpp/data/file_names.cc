#include "data/file_names.h"

namespace pelton::data {

std::string file_name(Element& element) {
  const Components& parts = element.parts();
  check(parts.size() == 1 && parts[0].tensor.defined() && parts[0].tensor.size() == 1 &&
            parts[0].tensor.dtype() == DType::string,
        Code::type_error, "the name of a file must be one string");
  return std::string(parts[0].tensor.data_as<StringElement>()->view());
}

Error in_file(const Error& error, const std::string& file) {
  if (error.code() == Code::interrupted) return error;
  return Error(error.code(), cat(error.message(), "\n  in the file ", file), error.names_op());
}

}  // namespace pelton::data
