#include "nn/training/host_variable.h"

#include "nn/training/host_array.h"

namespace pelton {
namespace {

// In place: two op calls per figure and batch would cost more than the figure.
template <class F>
void change(Variable& variable, F&& f) {
  check(variable.size() == 1 && variable.device() == Device{}, Code::internal, "variable ",
        variable.name(), " is no number in host memory");
  variable.write_in_place([&](const Tensor& value) {
    visit(RealTypes{}, value.dtype(), [&]<class T>() {
      T& x = *value.data_as<T>();
      if constexpr (std::is_arithmetic_v<T>)
        x = static_cast<T>(f(static_cast<double>(x)));
      else
        x = T(static_cast<float>(f(static_cast<float>(x))));
    });
  });
}

}  // namespace

double item(const Tensor& x) {
  check(x.size() == 1, Code::value_error, "expected one value, got a tensor of shape ", x.shape());
  return HostArray<double>(x)[0];
}

void increase(Variable& variable, double by) {
  change(variable, [&](double x) { return x + by; });
}

void set_item(Variable& variable, double value) {
  change(variable, [&](double) { return value; });
}

}  // namespace pelton
