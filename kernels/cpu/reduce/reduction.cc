// Owns the reduction loops over integers, complex numbers and bool, and the choice of a table.
#include "kernels/cpu/reduce/reduction.h"

#include "kernels/cpu/dispatch/isa.h"
#include "kernels/cpu/reduce/reduction_loops.h"

namespace pelton::cpu {
namespace {

template <class T>
const ReductionTable* arithmetic_table(ReductionKind kind) {
  if (kind == ReductionKind::sum) return &kTable<ReductionKind::sum, Sum, AsIs, T>;
  if (kind == ReductionKind::mean) return &kTable<ReductionKind::mean, Sum, AsIs, T>;
  if (kind == ReductionKind::prod) return &kTable<ReductionKind::prod, Product, AsIs, T>;
  if constexpr (!kIsComplex<T>) {
    if (kind == ReductionKind::max) return &kTable<ReductionKind::max, Greatest, AsIs, T>;
    if (kind == ReductionKind::min) return &kTable<ReductionKind::min, Least, AsIs, T>;
  }
  return nullptr;
}

}  // namespace

const ReductionTable* other_reduction(ReductionKind kind, DType dtype) {
  if (kind == ReductionKind::any) return &kTable<ReductionKind::any, Either, AsIs, bool>;
  if (kind == ReductionKind::all) return &kTable<ReductionKind::all, Both, AsIs, bool>;
  const ReductionTable* table = nullptr;
  visit(Join<IntegerTypes, ComplexTypes>{}, dtype,
        [&]<class T>() { table = arithmetic_table<T>(kind); });
  return table;
}

const ReductionTable& reduction_table(ReductionKind kind, DType dtype) {
  const ReductionTable* table = nullptr;
  if (!is_floating(dtype)) table = other_reduction(kind, dtype);
#if PELTON_X86
  else if (active_isa() == Isa::avx512)
    table = avx512::float_reduction(kind, dtype);
  else if (active_isa() == Isa::avx2)
    table = avx2::float_reduction(kind, dtype);
#endif
  else
    table = generic::float_reduction(kind, dtype);
  check(table != nullptr, Code::internal, "no reduction for dtype ", dtype);
  return *table;
}

}  // namespace pelton::cpu
