// Owns WideRows: stored elements as the loops of kernels compute with them. Must not know kernels.
#pragma once
#include <type_traits>

#include "kernels/cpu/gemm/pack.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// Rows of elements in the type they are computed in: in place, or copied.
template <class S>
class WideRows {
  using T = Compute<S>;
  static constexpr bool kCopies = !std::is_same_v<S, T>;

 public:
  WideRows(const KernelContext& context, int64_t elements)
      : copy_(context.workspace(kCopies ? static_cast<size_t>(elements) * sizeof(T) : 0)) {}

  const T* read(const S* from, int64_t elements) const {
    if constexpr (!kCopies) return from;
    if (from == nullptr) return nullptr;
    if constexpr (kCopies)
      pack_table<S>(active_isa()).widen(copy_.template as<T>(), 0, {from, 0, 1}, 1, elements);
    return copy_.template as<T>();
  }
  T* room(S* to) const {
    if constexpr (!kCopies) return to;
    return copy_.template as<T>();
  }
  void write(S* to, int64_t elements) const {
    if constexpr (kCopies)
      pack_table<S>(active_isa()).narrow(to, 0, copy_.template as<T>(), 0, 1, elements);
  }

 private:
  const Workspace copy_;
};

}  // namespace pelton::cpu
