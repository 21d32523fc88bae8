// Owns how a class is found among Types<...> by the names that it answers to: a loss, a metric, an
// optimizer by its identifier. Knows no particular class.
#pragma once
#include <algorithm>
#include <memory>
#include <string_view>

#include "core/dtype.h"
#include "nn/module/naming.h"

namespace pelton {

// A class's own name and, where it has them, its function form's and its second names. Optimizers,
// which have neither, are found in any case of letters, as in Keras.
template <class T>
bool answers_to(std::string_view identifier) {
  if constexpr (requires { T::kAliases; })
    if (std::find(T::kAliases.begin(), T::kAliases.end(), identifier) != T::kAliases.end())
      return true;
  if constexpr (requires { T::kFunction; })
    return identifier == T::kClass || identifier == T::kFunction;
  else
    return lower_case(identifier) == lower_case(T::kClass);
}

// A new object of the first class that answers to `identifier`; null when none does.
template <class Base, class... Ts>
std::shared_ptr<Base> make_by_identifier(Types<Ts...>, std::string_view identifier) {
  std::shared_ptr<Base> found;
  ((answers_to<Ts>(identifier) ? (found = std::make_shared<Ts>(), true) : false) || ...);
  return found;
}

}  // namespace pelton
