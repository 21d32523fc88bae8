// Owns warn(): what the user should know though nothing failed. Python's warnings take it over.
#pragma once
#include <string>

namespace pelton {

using WarningSink = void (*)(const std::string& message);

// Where warnings go; the log until the bindings install Python's `warnings.warn`.
void set_warning_sink(WarningSink sink);
// Tells the sink, which may raise.
void warn(const std::string& message);

}  // namespace pelton
