#include "nn/losses/loss_list.h"

#include "nn/config/class_lookup.h"

namespace pelton {

std::shared_ptr<Loss> find_loss(std::string_view identifier) {
  return make_by_identifier<Loss>(LossTypes{}, identifier);
}

std::shared_ptr<Loss> get_loss(std::string_view identifier) {
  std::shared_ptr<Loss> found = find_loss(identifier);
  check(found != nullptr, Code::value_error, "Could not interpret loss identifier: ", identifier);
  return found;
}

}  // namespace pelton
