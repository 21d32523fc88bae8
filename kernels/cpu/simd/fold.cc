// Owns the reduction loops over float32 and float64.
#include "kernels/cpu/fold.h"

#include "kernels/cpu/fold_loops.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class T>
const FoldTable* table_of(Fold kind) {
  switch (kind) {
    case Fold::sum:
      return &kTable<Fold::sum, Sum, AsIs, T>;
    case Fold::mean:
      return &kTable<Fold::mean, Sum, AsIs, T>;
    case Fold::prod:
      return &kTable<Fold::prod, Product, AsIs, T>;
    case Fold::max:
      return &kTable<Fold::max, Greatest, AsIs, T>;
    case Fold::min:
      return &kTable<Fold::min, Least, AsIs, T>;
    case Fold::variance:
      return &kTable<Fold::variance, Sum, SquaredDeviation, T>;
    case Fold::deviation:
      return &kTable<Fold::deviation, Sum, SquaredDeviation, T>;
    case Fold::logsumexp:
      return &kTable<Fold::logsumexp, Sum, ShiftedExp, T>;
    default:
      return nullptr;
  }
}

}  // namespace

const FoldTable* float_fold(Fold kind, DType dtype) {
  return dtype == DType::float32 ? table_of<float>(kind) : table_of<double>(kind);
}

}  // namespace pelton::cpu::PELTON_ISA
