// Owns the reduction loops over integers, complex numbers and bool, and the choice of a table.
#include "kernels/cpu/fold.h"

#include "kernels/cpu/fold_loops.h"
#include "kernels/cpu/isa.h"

namespace pelton::cpu {
namespace {

template <class T>
const FoldTable* arithmetic_table(Fold kind) {
  if (kind == Fold::sum) return &kTable<Fold::sum, Sum, AsIs, T>;
  if (kind == Fold::mean) return &kTable<Fold::mean, Sum, AsIs, T>;
  if (kind == Fold::prod) return &kTable<Fold::prod, Product, AsIs, T>;
  if constexpr (!kIsComplex<T>) {
    if (kind == Fold::max) return &kTable<Fold::max, Greatest, AsIs, T>;
    if (kind == Fold::min) return &kTable<Fold::min, Least, AsIs, T>;
  }
  return nullptr;
}

}  // namespace

const FoldTable* other_fold(Fold kind, DType dtype) {
  if (kind == Fold::any) return &kTable<Fold::any, Either, AsIs, bool>;
  if (kind == Fold::all) return &kTable<Fold::all, Both, AsIs, bool>;
  const FoldTable* table = nullptr;
  visit(Join<IntegerTypes, ComplexTypes>{}, dtype,
        [&]<class T>() { table = arithmetic_table<T>(kind); });
  return table;
}

const FoldTable& fold_table(Fold kind, DType dtype) {
  const FoldTable* table = nullptr;
  if (!is_floating(dtype)) table = other_fold(kind, dtype);
#if PELTON_X86
  else if (active_isa() == Isa::avx512)
    table = avx512::float_fold(kind, dtype);
  else if (active_isa() == Isa::avx2)
    table = avx2::float_fold(kind, dtype);
#endif
  else
    table = generic::float_fold(kind, dtype);
  check(table != nullptr, Code::internal, "no reduction for dtype ", dtype);
  return *table;
}

}  // namespace pelton::cpu
