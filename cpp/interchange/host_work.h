// Owns how the body of a host callback is made from what a file says of it.
#pragma once
#include <string>

#include "program/program.h"

namespace pelton {

// Raises invalid_argument for what names no work of the library's or has other settings.
using MakeHostWork = HostCallback::Body (*)(const std::string& stored);
// Says who makes them; without one a file that holds some cannot be read.
void set_host_work(MakeHostWork make);
// The callback that a file tells of, which gives tensors of these dtypes and shapes: its body
// raises invalid_argument where it does not.
std::shared_ptr<const HostCallback> host_work(std::string name, std::string stored,
                                              std::vector<std::pair<DType, Shape>> outputs);

}  // namespace pelton
