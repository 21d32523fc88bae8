#include "runtime/dispatch/sized_call.h"

#include <algorithm>
#include <vector>

#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

std::span<const AttrField> derived_fields(const OpDef& op) {
  return op.attrs->fields.subspan(op.attrs->argument_count);
}

int64_t& size_at(const AttrField& field, void* attrs) {
  return *static_cast<int64_t*>(field.at(attrs));
}

}  // namespace

bool lacks_sizes(const OpDef& op, const void* attrs) {
  const std::span<const AttrField> derived = derived_fields(op);
  return std::any_of(derived.begin(), derived.end(), [&](const AttrField& field) {
    return size_at(field, const_cast<void*>(attrs)) == kUnknown;
  });
}

SizedAttrs with_sizes(const OpDef& op, std::span<const Tensor> inputs, const void* attrs) {
  InferContext open(op, inputs, attrs);
  open.set_symbolic();
  op.infer(open);
  const std::span<const AttrField> derived = derived_fields(op);
  SizedAttrs out{AttrBox(op.attrs, attrs), op.sizes(open)};
  const auto count = static_cast<int64_t>(derived.size());
  const bool fits = out.sizes.rank() == 0 ? count == 1 : out.sizes.shape() == Shape{count};
  check(fits && out.sizes.dtype() == DType::int64, Code::internal, op.name, " has ", count,
        " sizes that follow from values, got ", out.sizes);
  std::vector<int64_t> sizes(derived.size());
  if (out.sizes.is_symbolic()) {
    for (size_t i = 0; i < sizes.size(); ++i)
      sizes[i] = SizeName{out.sizes.id(), true, static_cast<uint8_t>(i)}.size();
  } else {
    notify_host_read(inputs[0], cat(op.name, ", whose shape follows from values,"));
    to_host(out.sizes, sizes.data());
    for (int64_t size : sizes) check(size >= 0, "a size of its output is ", size);
  }
  for (size_t i = 0; i < sizes.size(); ++i) size_at(derived[i], out.attrs.get()) = sizes[i];
  return out;
}

}  // namespace pelton
