// Owns what is checked of a shared library's file before the loader maps it. Opens none.
#pragma once
#include <string>

namespace pelton {

// Whether a file of this system's format ends before what its own header says that it holds, as
// after a download that broke off: the loader would map it, and the process die at the first use of
// what is missing. False for what is no such file, which the loader refuses by itself.
bool is_cut_off(const std::string& path);

}  // namespace pelton
