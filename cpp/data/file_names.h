// Owns what datasets of files share: the names of files, and errors that name them.
#pragma once
#include <string>

#include "core/error.h"
#include "data/dataset.h"

namespace pelton::data {

// The one string of an element. Raises type_error for another.
std::string file_name(Element& element);
// The error as one of that file.
Error in_file(const Error& error, const std::string& file);

}  // namespace pelton::data
