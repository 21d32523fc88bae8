// Owns caller_location(): where in the host language's code the running call stands, for messages.
#pragma once
#include <string>

namespace pelton {

using CallerLocation = std::string (*)();

// Who knows; the bindings install Python's frames.
void set_caller_location(CallerLocation find);
// "model.py:12"; empty where nobody knows.
std::string caller_location();

}  // namespace pelton
