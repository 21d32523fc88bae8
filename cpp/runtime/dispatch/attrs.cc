#include "runtime/dispatch/attrs.h"

namespace pelton {
namespace {

void append_item(std::string& out, const Axes& axes) { append(out, numbers(axes)); }
template <class T>
void append_item(std::string& out, const T& value) {
  append(out, value);
}

template <class T>
void append_optional(std::string& out, const void* at) {
  const auto& value = *static_cast<const std::optional<T>*>(at);
  if (value)
    append_item(out, *value);
  else
    out += "None";
}

void append_value(std::string& out, const AttrField& field, const void* at) {
  switch (field.kind) {
    case AttrKind::boolean:
      return append(out, *static_cast<const bool*>(at));
    case AttrKind::integer:
      return append(out, *static_cast<const int64_t*>(at));
    case AttrKind::optional_integer:
      return append_optional<int64_t>(out, at);
    case AttrKind::real:
      return append(out, *static_cast<const double*>(at));
    case AttrKind::optional_real:
      return append_optional<double>(out, at);
    case AttrKind::dtype:
      return append(out, *static_cast<const DType*>(at));
    case AttrKind::optional_dtype:
      return append_optional<DType>(out, at);
    case AttrKind::ints:
      return append(out, numbers(*static_cast<const Axes*>(at)));
    case AttrKind::optional_ints:
      return append_optional<Axes>(out, at);
    case AttrKind::choice:
      return append(out, field.choices[*static_cast<const uint8_t*>(at)]);
    case AttrKind::text:
      return append(out, *static_cast<const Text*>(at));
    case AttrKind::optional_text:
      return append_optional<Text>(out, at);
    case AttrKind::constant:
      return append(out, *static_cast<const Constant*>(at));
  }
}

}  // namespace

std::string to_string(const AttrSpec& spec, const void* attrs) {
  std::string out;
  for (const AttrField& field : spec.fields) {
    if (!out.empty()) out += ", ";
    out += field.name;
    out += '=';
    append_value(out, field, field.at(const_cast<void*>(attrs)));
  }
  return out;
}

AttrBox::AttrBox(const AttrSpec* spec, const void* attrs) : spec_(spec) {
  if (spec_ == nullptr) return;
  if (spec_->size > sizeof inline_) heap_ = std::make_unique<std::byte[]>(spec_->size);
  spec_->copy(get(), attrs);
}

AttrBox::AttrBox(AttrBox&& other) noexcept : spec_(other.spec_), heap_(std::move(other.heap_)) {
  if (spec_ != nullptr && !heap_) spec_->copy(inline_, other.inline_);
}

AttrBox& AttrBox::operator=(AttrBox&& other) noexcept {
  spec_ = other.spec_;
  heap_ = std::move(other.heap_);
  if (spec_ != nullptr && !heap_) spec_->copy(inline_, other.inline_);
  return *this;
}

}  // namespace pelton
