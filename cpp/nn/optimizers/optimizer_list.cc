#include "nn/optimizers/optimizer_list.h"

#include "nn/config/class_lookup.h"

namespace pelton {
std::shared_ptr<Optimizer> get_optimizer(std::string_view identifier) {
  std::shared_ptr<Optimizer> found = make_by_identifier<Optimizer>(OptimizerTypes{}, identifier);
  check(found != nullptr, Code::value_error,
        "Could not interpret optimizer identifier: ", identifier);
  return found;
}

}  // namespace pelton
