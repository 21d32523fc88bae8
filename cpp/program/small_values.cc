#include "program/small_values.h"

#include "runtime/memory/memory.h"

namespace pelton {
namespace {

template <class T>
std::vector<int64_t> widened(const Tensor& x) {
  return {x.data_as<T>(), x.data_as<T>() + x.size()};
}

}  // namespace

std::vector<int64_t> integers_of(const Tensor& values) {
  const Tensor here = contiguous(copy_to(values, Device{}));
  switch (here.dtype()) {
    case DType::boolean:
      return widened<bool>(here);
    case DType::int32:
      return widened<int32_t>(here);
    case DType::int64:
      return widened<int64_t>(here);
    default:
      raise(Code::invalid_argument, "a branch or loop depends on ", values,
            ", which is neither bool nor int32 nor int64");
  }
}

std::string values_text(const Tensor& integers) {
  std::string out;
  for (int64_t value : integers_of(integers)) out += cat(out.empty() ? "" : ", ", value);
  return integers.rank() == 0 ? out : "[" + out + "]";
}

int64_t integer_of(const Tensor& scalar) {
  check(scalar.size() == 1, "a branch or loop depends on ", scalar, ", which is no scalar");
  if (scalar.dtype() == DType::boolean && scalar.device().type == DeviceType::cpu)
    return *scalar.data_as<bool>() ? 1 : 0;
  return integers_of(scalar)[0];
}

}  // namespace pelton
