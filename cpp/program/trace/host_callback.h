// Owns how engine code that is no op runs so that records hold it: an optimizer's step, a metric's
// update.
#pragma once
#include <initializer_list>

#include "program/program.h"

namespace pelton {

// The results of body(arguments), which a record of this call runs again on its own arguments.
// Undefined arguments are undefined then too. `body` keeps alive what it uses.
std::vector<Tensor> perform(const std::string& name, const std::vector<Tensor>& arguments,
                            HostCallback::Body body);

}  // namespace pelton
