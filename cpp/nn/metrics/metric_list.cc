#include "nn/metrics/metric_list.h"

#include "nn/config/class_lookup.h"

namespace pelton {

std::shared_ptr<Metric> find_metric(std::string_view identifier) {
  return make_by_identifier<Metric>(MetricTypes{}, identifier);
}

std::shared_ptr<Metric> get_metric(std::string_view identifier) {
  std::shared_ptr<Metric> found = find_metric(identifier);
  check(found != nullptr, Code::value_error, "Could not interpret metric identifier: ", identifier);
  return found;
}

}  // namespace pelton
