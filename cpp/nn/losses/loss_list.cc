#include "nn/losses/loss_list.h"

#include <algorithm>

namespace pelton {
namespace {

template <class T>
bool answers_to(std::string_view identifier) {
  return identifier == T::kClass || identifier == T::kFunction ||
         std::find(T::kAliases.begin(), T::kAliases.end(), identifier) != T::kAliases.end();
}

template <class... Ts>
std::shared_ptr<Loss> find_in(Types<Ts...>, std::string_view identifier) {
  std::shared_ptr<Loss> found;
  ((answers_to<Ts>(identifier) ? (found = std::make_shared<Ts>(), true) : false) || ...);
  return found;
}

}  // namespace

std::shared_ptr<Loss> find_loss(std::string_view identifier) {
  return find_in(LossTypes{}, identifier);
}

std::shared_ptr<Loss> get_loss(std::string_view identifier) {
  std::shared_ptr<Loss> found = find_loss(identifier);
  check(found != nullptr, Code::value_error, "Could not interpret loss identifier: ", identifier);
  return found;
}

}  // namespace pelton
