// Owns the table of all CUDA kernels, by which fake GPUs find them: the only thing that the library
// of emulated kernels exports. It joins the lists of functors, update rules and headers.
#include <array>

#include "kernels/common/functors/functors_activation.h"
#include "kernels/common/functors/functors_binary.h"
#include "kernels/common/functors/functors_compare.h"
#include "kernels/common/functors/functors_gradient.h"
#include "kernels/common/functors/functors_select.h"
#include "kernels/common/functors/functors_special.h"
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/common/functors/functors_unary.h"
#include "kernels/common/training/update_rules.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/gemm/matmul.h"
#include "kernels/cuda/reduce/reduce.h"
#include "kernels/cuda/training/optimizer_step.h"
#include "kernels/declared/array.h"
#include "kernels/declared/attention.h"
#include "kernels/declared/creation.h"
#include "kernels/declared/fused_conv2d.h"
#include "kernels/declared/gru.h"
#include "kernels/declared/lstm.h"
#include "kernels/declared/norm.h"
#include "kernels/declared/order.h"
#include "kernels/declared/pool2d.h"
#include "kernels/declared/random.h"
#include "kernels/declared/rejection.h"
#include "kernels/declared/resample.h"
#include "kernels/declared/scan.h"
#include "kernels/declared/segment.h"
#include "kernels/declared/softmax.h"
#include "runtime/devices/gpu_kernels.h"

namespace pelton::cuda {
namespace {

using Row = GpuKernelTable::Row;

template <Kernel... A, Kernel... B>
KernelList<A..., B...> join(KernelList<A...>, KernelList<B...>);

template <class First, class... Rest>
struct JoinLists {
  using type = First;
};
template <class A, class B, class... Rest>
struct JoinLists<A, B, Rest...> : JoinLists<decltype(join(A{}, B{})), Rest...> {};

template <class... F>
KernelList<elementwise<F>...> elementwise_of(Types<F...>);
using Elementwise = decltype(elementwise_of(
    Join<UnaryFunctors, BinaryFunctors, ActivationFunctors, TrigonometricFunctors, CompareFunctors,
         GradientFunctors, SelectFunctors, SpecialFunctors>{}));
template <class... R>
KernelList<update<R>...> updates_of(Types<R...>);
using Steps = decltype(updates_of(updates::AllRules{}));

using All =
    JoinLists<Elementwise, Steps, ArrayKernels, AttentionKernels, CreationKernels,
              FusedConvolutionKernels, GruKernels, MoveKernels, NormKernels, OrderKernels,
              PoolKernels, ProductKernels, RandomKernels, RecurrentKernels, ReductionKernels,
              RejectionKernels, ResampleKernels, ScanKernels, SegmentKernels, SoftmaxKernels>::type;

template <Kernel... kernels>
constexpr auto rows_of(KernelList<kernels...>) {
  return std::array<Row, sizeof...(kernels)>{Row{kernel_key<kernels>(), kernels}...};
}
constexpr auto kRows = rows_of(All{});

}  // namespace
}  // namespace pelton::cuda

extern "C" [[gnu::visibility("default")]] const pelton::GpuKernelTable* pelton_gpu_kernels() {
  using pelton::cuda::kRows;
  static constexpr pelton::GpuKernelTable kTable{pelton::GpuKernelTable::kVersion, kRows.size(),
                                                 kRows.data()};
  return &kTable;
}
