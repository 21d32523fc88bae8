#include "ops/array/sizes.h"

#include <algorithm>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

constexpr int kMostCalls = 32;  // that are walked back to what the elements come from

using Elements = std::vector<int64_t>;

bool is_index(DType dtype) { return kIndex.contains(dtype); }

Elements read_elements(const Tensor& x) {
  Elements out(static_cast<size_t>(x.size()));
  notify_host_read(x, "a shape or index");
  if (x.dtype() == DType::int64) {
    to_host(x, out.data());
    return out;
  }
  std::vector<int32_t> narrow(out.size());
  to_host(x, narrow.data());
  std::copy(narrow.begin(), narrow.end(), out.begin());
  return out;
}

Elements own_names(const Tensor& x) {
  Elements out;
  for (int64_t i = 0; i < x.size(); ++i)
    out.push_back(SizeName{x.id(), true, static_cast<uint8_t>(i)}.size());
  return out;
}

Elements elements_of(const Tensor& x, int calls_left);

// Of what a call joins, picks or hands on; empty for other calls.
Elements moved_elements(const CallOrigin& call, int calls_left) {
  const std::string_view op = call.op().name;
  const auto of_input = [&](size_t i) { return elements_of(call.inputs()[i], calls_left); };
  if (op == "shape") return {call.inputs()[0].shape().begin(), call.inputs()[0].shape().end()};
  if (op == "squeeze" || op == "expand_dims" || op == "reshape" || op == "identity" || op == "cast")
    return is_index(call.inputs()[0].dtype()) ? of_input(0) : Elements();
  Elements out;
  if (op == "stack" || op == "concat") {
    for (size_t i = 0; i < call.inputs().size(); ++i)
      for (int64_t element : of_input(i)) out.push_back(element);
  } else if (op == "strided_slice") {
    const auto& [begin, size, strides] = *static_cast<const SliceAttrs*>(call.attrs());
    if (begin.size() != 1 || !is_known(begin[0]) || !is_known(size[0])) return out;
    const Elements from = of_input(0);
    for (int64_t i = 0; i < size[0]; ++i)
      out.push_back(from[static_cast<size_t>(begin[0] + i * (strides.empty() ? 1 : strides[0]))]);
  }
  return out;
}

// Of arithmetic on elements that are all known; empty otherwise.
Elements computed_elements(const CallOrigin& call, int calls_left) {
  const std::string_view op = call.op().name;
  if (op == "full") {
    const auto& attrs = *static_cast<const FullAttrs*>(call.attrs());
    const int64_t count = count_or_unknown(attrs.shape);
    return Elements(static_cast<size_t>(std::max<int64_t>(count, 0)),
                    static_cast<int64_t>(attrs.value));
  }
  const bool is_sum = op == "add", is_difference = op == "subtract", is_product = op == "multiply";
  const bool is_maximum = op == "maximum", is_minimum = op == "minimum";
  if (!is_sum && !is_difference && !is_product && !is_maximum && !is_minimum) return {};
  const Elements a = elements_of(call.inputs()[0], calls_left);
  const Elements b = elements_of(call.inputs()[1], calls_left);
  if (a.size() != b.size()) return {};
  Elements out;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!is_known(a[i]) || !is_known(b[i])) return {};
    if (is_sum) out.push_back(checked_add(a[i], b[i]));
    if (is_difference) out.push_back(checked_add(a[i], -b[i]));
    if (is_product) out.push_back(checked_multiply(a[i], b[i]));
    if (is_maximum) out.push_back(std::max(a[i], b[i]));
    if (is_minimum) out.push_back(std::min(a[i], b[i]));
  }
  return out;
}

Elements elements_of(const Tensor& x, int calls_left) {
  if (x.has_data()) return read_elements(x);
  const auto* call = dynamic_cast<const CallOrigin*>(x.origin().get());
  if (call != nullptr && calls_left > 0 && x.size() >= 0) {
    Elements out = moved_elements(*call, calls_left - 1);
    if (std::ssize(out) != x.size()) out = computed_elements(*call, calls_left - 1);
    if (std::ssize(out) == x.size()) return out;
  }
  check(x.size() <= kMaxRank && x.size() >= 0, "at most ", kMaxRank,
        " sizes were expected, got a tensor of shape ", x.shape());
  return own_names(x);
}

Tensor integer(int64_t value) { return scalar(static_cast<double>(value), DType::int64); }

// Keeps a tensor whose element may be named, and gives that element.
int64_t held_size(Tensor tensor, std::vector<Tensor>& held) {
  const int64_t size = size_in(tensor);
  held.push_back(std::move(tensor));
  return size;
}

// A bound as Python counts it: from the end where it is negative.
Tensor from_start(const Tensor& bound, const Tensor& extent) {
  const int64_t known = size_in(bound);
  if (is_known(known)) return known < 0 ? add(extent, bound) : bound;
  return where(less(bound, integer(0)), add(bound, extent), bound);
}

}  // namespace

Axes sizes_in(const Tensor& tensor) {
  check(is_index(tensor.dtype()), Code::type_error,
        "sizes and indices must be int32 or int64, got ", tensor);
  check(tensor.rank() <= 1 || tensor.size() <= kMaxRank, "sizes must be a vector, got ", tensor);
  const Elements elements = elements_of(tensor, kMostCalls);
  return Axes(elements.begin(), elements.end());
}

int64_t size_in(const Tensor& scalar) {
  check(scalar.rank() == 0, "a scalar was expected, got ", scalar);
  return sizes_in(scalar)[0];
}

Tensor axis_size(const Tensor& x, size_t axis) {
  if (is_known(x.shape()[axis])) return integer(x.shape()[axis]);
  const auto at = static_cast<int64_t>(axis);
  const Tensor sizes = shape(x, {.out_type = DType::int64});
  return squeeze(strided_slice(sizes, {.begin = {at}, .size = {1}}), {.axis = Axes{0}});
}

Tensor element_count_of(const Tensor& x, DType dtype) {
  if (x.size() != kUnknown) return scalar(static_cast<double>(x.size()), dtype);
  return cast(reduce_prod(shape(x, {.out_type = DType::int64})), dtype);
}

SliceRange resolve_range(const Tensor& x, size_t axis, const OpenRange& range,
                         std::vector<Tensor>& held) {
  const Tensor zero = integer(0), extent = axis_size(x, axis);
  const auto& [start, stop, step] = range;
  if (!start && !stop && step == 1) return {0, x.shape()[axis]};
  if (!start && !stop && step == -1)
    return {held_size(subtract(extent, integer(1)), held), x.shape()[axis]};
  const bool is_forward = step > 0;
  // The bounds between which begin and end are clamped.
  const Tensor low = integer(is_forward ? 0 : -1);
  const Tensor high = is_forward ? extent : subtract(extent, integer(1));
  const auto clamped = [&](const Tensor& bound) {
    return minimum(maximum(from_start(bound, extent), low), high);
  };
  const Tensor begin = start ? clamped(*start) : is_forward ? low : high;
  const Tensor end = stop ? clamped(*stop) : is_forward ? high : low;
  const Tensor length = is_forward ? subtract(end, begin) : subtract(begin, end);
  const int64_t stride = is_forward ? step : -step;
  const Tensor count =
      stride == 1 ? length : floordiv(add(length, integer(stride - 1)), integer(stride));
  return {held_size(begin, held), held_size(maximum(count, zero), held)};
}

SliceRange resolve_index(const Tensor& x, size_t axis, const Tensor& index,
                         std::vector<Tensor>& held) {
  return {held_size(from_start(index, axis_size(x, axis)), held), 1};
}

}  // namespace pelton
