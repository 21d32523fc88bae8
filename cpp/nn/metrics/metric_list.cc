#include "nn/metrics/metric_list.h"

#include <algorithm>

namespace pelton {
namespace {

template <class T>
bool answers_to(std::string_view identifier) {
  if constexpr (requires { T::kAliases; })
    if (std::find(T::kAliases.begin(), T::kAliases.end(), identifier) != T::kAliases.end())
      return true;
  return identifier == T::kClass || identifier == T::kFunction;
}

template <class... Ts>
std::shared_ptr<Metric> find_in(Types<Ts...>, std::string_view identifier) {
  std::shared_ptr<Metric> found;
  ((answers_to<Ts>(identifier) ? (found = std::make_shared<Ts>(), true) : false) || ...);
  return found;
}

}  // namespace

std::shared_ptr<Metric> find_metric(std::string_view identifier) {
  return find_in(MetricTypes{}, identifier);
}

std::shared_ptr<Metric> get_metric(std::string_view identifier) {
  std::shared_ptr<Metric> found = find_metric(identifier);
  check(found != nullptr, Code::value_error, "Could not interpret metric identifier: ", identifier);
  return found;
}

}  // namespace pelton
