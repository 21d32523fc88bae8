// Owns the reduction loops over float32 and float64.
#include "kernels/cpu/reduce/reduction.h"

#include "kernels/cpu/reduce/reduction_loops.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class T>
const ReductionTable* table_of(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::sum:
      return &kTable<ReductionKind::sum, Sum, AsIs, T>;
    case ReductionKind::mean:
      return &kTable<ReductionKind::mean, Sum, AsIs, T>;
    case ReductionKind::prod:
      return &kTable<ReductionKind::prod, Product, AsIs, T>;
    case ReductionKind::max:
      return &kTable<ReductionKind::max, Greatest, AsIs, T>;
    case ReductionKind::min:
      return &kTable<ReductionKind::min, Least, AsIs, T>;
    case ReductionKind::variance:
      return &kTable<ReductionKind::variance, Sum, SquaredDeviation, T>;
    case ReductionKind::deviation:
      return &kTable<ReductionKind::deviation, Sum, SquaredDeviation, T>;
    case ReductionKind::logsumexp:
      return &kTable<ReductionKind::logsumexp, Sum, ShiftedExp, T>;
    default:
      return nullptr;
  }
}

}  // namespace

const ReductionTable* float_reduction(ReductionKind kind, DType dtype) {
  return dtype == DType::float32 ? table_of<float>(kind) : table_of<double>(kind);
}

}  // namespace pelton::cpu::PELTON_ISA
