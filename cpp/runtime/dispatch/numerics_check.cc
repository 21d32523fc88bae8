#include "runtime/dispatch/numerics_check.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/error.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// These only move, pick or make numbers: they are told where the numbers are computed.
constexpr std::string_view kMoving[] = {
    "Concat",  "ConcatV2",     "ExpandDims",       "Fill",      "Gather", "GatherV2",
    "Maximum", "Minimum",      "Reshape",          "Slice",     "Pack",   "Squeeze",
    "Stack",   "StridedSlice", "StridedSliceGrad", "Transpose", "Unpack"};

struct Findings {
  int64_t nan = 0, positive = 0, negative = 0, first = -1;
  bool any() const { return first >= 0; }
};

template <class T>
Findings find(const Tensor& tensor) {
  Findings out;
  const T* const data = tensor.data_as<T>();
  for (int64_t i = 0; i < tensor.size(); ++i) {
    const auto x = static_cast<std::conditional_t<sizeof(T) == 8, double, float>>(data[i]);
    if (std::isfinite(x)) [[likely]]
      continue;
    if (out.first < 0) out.first = i;
    ++(std::isnan(x) ? out.nan : x > 0 ? out.positive : out.negative);
  }
  return out;
}

Findings find_in(const Tensor& tensor) {
  const Tensor host = contiguous(copy_to(tensor, Device{}));
  Findings out;
  visit(FloatingTypes{}, host.dtype(), [&]<class T>() { out = find<T>(host); });
  return out;
}

std::string index_text(const Shape& shape, int64_t place) {
  std::string out;
  for (int64_t axis = std::ssize(shape) - 1; axis >= 0; --axis) {
    const int64_t size = shape[static_cast<size_t>(axis)];
    out = cat(place % size, out.empty() ? "" : ", ", out);
    place /= size;
  }
  return cat("(", out, shape.size() == 1 ? ",)" : ")");
}

// " -Inf and NaN", and a line for each kind with how many there are.
void describe(const Findings& found, std::string& kinds, std::string& lines) {
  const std::pair<const char*, int64_t> all[] = {
      {"-Inf", found.negative}, {"+Inf", found.positive}, {"NaN", found.nan}};
  for (const auto& [kind, count] : all) {
    if (count == 0) continue;
    kinds += cat(kinds.empty() ? "" : " and ", kind);
    lines +=
        cat("  # of ", kind == std::string_view("NaN") ? "+NaN" : kind, " elements: ", count, "\n");
  }
}

[[noreturn]] void refuse(const OpCall& call, size_t output, const Findings& found) {
  const Tensor& bad = call.outputs[output];
  std::string kinds, lines;
  describe(found, kinds, lines);
  raise(Code::invalid_argument, "\n\n!!! Detected Infinity or NaN in output ", output,
        " of eagerly-executing op \"", call.op.tf_name, "\" (# of outputs: ", call.outputs.size(),
        ") !!!\n  dtype: <dtype: '", name(bad.dtype()), "'>\n  shape: ", bad.shape(), "\n", lines,
        "  first at index ", index_text(bad.shape(), found.first), "\n\n : Tensor had ", kinds,
        " values [Op:CheckNumericsV2]");
}

thread_local NumericsCheck of_thread;

}  // namespace

void NumericsCheck::set(bool on) {
  context().remove_observer(&of_thread);
  if (on) context().push_observer(&of_thread);
}

void NumericsCheck::on_call(const OpCall& call) {
  if (call.op.view != nullptr || std::ranges::find(kMoving, call.op.tf_name) != std::end(kMoving))
    return;
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    const Tensor& output = call.outputs[i];
    const bool has_numbers = output.defined() && !output.is_symbolic() && output.size() > 0;
    if (!has_numbers || !is_floating(output.dtype())) continue;
    if (const Findings found = find_in(output); found.any()) refuse(call, i, found);
  }
}

}  // namespace pelton
