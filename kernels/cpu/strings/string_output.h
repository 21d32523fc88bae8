// Owns StringOutput: how kernels write strings, and how they walk over operands that broadcast.
#pragma once
#include <array>
#include <cstring>
#include <string_view>

#include "core/string_bytes.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// The elements of a row-major output, over bytes of their own and, where asked for, of inputs.
class StringOutput {
 public:
  explicit StringOutput(const TensorView& out)
      : elements_(out.as<StringElement>()), bytes_(make_ref<StringBytes>()) {
    out.storage->set_strings(bytes_);
  }
  void set(int64_t i, std::string_view text) { elements_[i] = bytes_->add(text); }
  // Element i is part of an input's strings, which keep() named.
  void set_part(int64_t i, std::string_view part) {
    elements_[i] = {part.data(), static_cast<int64_t>(part.size())};
  }
  void keep(const TensorView& in) { bytes_->keep(in.storage->strings()); }
  // Element i as `size` bytes that the caller writes.
  char* room(int64_t i, size_t size) {
    char* const to = size == 0 ? nullptr : bytes_->room(size);
    elements_[i] = {to, static_cast<int64_t>(size)};
    return to;
  }

 private:
  StringElement* elements_;
  Ref<StringBytes> bytes_;
};

// Visits the elements of operands that broadcast to `shape`, in row-major order: at(k) is where
// operand k's element lies, in elements.
template <size_t N>
class BroadcastWalk {
 public:
  BroadcastWalk(const Shape& shape, const std::array<const TensorView*, N>& operands)
      : shape_(shape), index_(shape.size(), 0) {
    for (size_t k = 0; k < N; ++k) {
      strides_[k] = Strides(shape.size(), 0);
      const size_t skipped = shape.size() - operands[k]->shape().size();
      for (size_t i = skipped; i < shape.size(); ++i)
        if (operands[k]->shape()[i - skipped] != 1)
          strides_[k][i] = operands[k]->strides()[i - skipped];
    }
  }
  int64_t at(size_t k) const { return at_[k]; }
  void next() {
    for (size_t i = shape_.size(); i-- > 0;) {
      for (size_t k = 0; k < N; ++k) at_[k] += strides_[k][i];
      if (++index_[i] < shape_[i]) return;
      for (size_t k = 0; k < N; ++k) at_[k] -= strides_[k][i] * shape_[i];
      index_[i] = 0;
    }
  }

 private:
  const Shape& shape_;
  Axes index_;
  std::array<Strides, N> strides_;
  std::array<int64_t, N> at_{};
};

}  // namespace pelton::cpu
