#include "nn/optimizers/optimizer_list.h"

#include <algorithm>
#include <cctype>

namespace pelton {
namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

template <class... Ts>
std::shared_ptr<Optimizer> find_in(Types<Ts...>, std::string_view identifier) {
  std::shared_ptr<Optimizer> found;
  ((same_ignoring_case(identifier, Ts::kClass) ? (found = std::make_shared<Ts>(), true) : false) ||
   ...);
  return found;
}

}  // namespace

std::shared_ptr<Optimizer> get_optimizer(std::string_view identifier) {
  std::shared_ptr<Optimizer> found = find_in(OptimizerTypes{}, identifier);
  check(found != nullptr, Code::value_error,
        "Could not interpret optimizer identifier: ", identifier);
  return found;
}

}  // namespace pelton
