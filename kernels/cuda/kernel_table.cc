// Owns the list of all CUDA kernels, by which fake GPUs find them: the only thing that the library
// of emulated kernels exports.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/common/functors/functors_binary.h"
#include "kernels/common/functors/functors_compare.h"
#include "kernels/common/functors/functors_select.h"
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/common/functors/functors_unary.h"
#include "kernels/common/training/update_rules.h"
#include "kernels/cuda/array/array.h"
#include "kernels/cuda/array/creation.h"
#include "kernels/cuda/attention/attention.h"
#include "kernels/cuda/conv/fused_conv2d.h"
#include "kernels/cuda/conv/pool2d.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/gemm/matmul.h"
#include "kernels/cuda/norm/norm.h"
#include "kernels/cuda/norm/softmax.h"
#include "kernels/cuda/random/random.h"
#include "kernels/cuda/recurrent/lstm.h"
#include "kernels/cuda/reduce/reduce.h"
#include "kernels/cuda/training/optimizer_step.h"
#include "runtime/devices/gpu_kernels.h"

namespace pelton::cuda {
namespace {

using Row = GpuKernelTable::Row;

template <Kernel... kernels>
struct List {
  static constexpr Row kRows[] = {{kernel_key<kernels>(), kernels}...};
};

template <class... F>
using Elementwise = List<elementwise<F>...>;

template <Kernel... A, Kernel... B>
List<A..., B...> join(List<A...>, List<B...>);

template <class First, class... Rest>
struct JoinLists {
  using type = First;
};
template <class A, class B, class... Rest>
struct JoinLists<A, B, Rest...> : JoinLists<decltype(join(A{}, B{})), Rest...> {};

using Binary = Elementwise<Add, Subtract, Multiply, Divide, DivideNoNan, FloorDivide, FloorMod, Pow,
                           Maximum, Minimum, SquaredDifference, Atan2>;
using Unary =
    Elementwise<Negative, Abs, Sign, Square, Sqrt, Rsqrt, Reciprocal, Exp, Expm1, Log, Log1p, Erf,
                Floor, Ceil, Round, IsNan, IsInf, IsFinite, Conj, Real, Imag, MakeComplex>;
using Activations = Elementwise<Sigmoid, SigmoidGrad, Relu, ReluGrad, Relu6, Elu, Selu, Softplus,
                                Softsign, Silu, Gelu, GeluGrad, LeakyRelu>;
using Trigonometric =
    Elementwise<Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Asinh, Acosh, Atanh, Tanh, TanhGrad>;
using Compare = Elementwise<Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, LogicalAnd,
                            LogicalOr, LogicalXor, LogicalNot, BitwiseAnd, BitwiseOr, BitwiseXor,
                            BitwiseInvert, LeftShift, RightShift, Clip>;
using Moves = List<identity, where, cast>;
using Reductions =
    List<reduce<ReductionKind::sum>, reduce<ReductionKind::mean>, reduce<ReductionKind::prod>,
         reduce<ReductionKind::max>, reduce<ReductionKind::min>, reduce<ReductionKind::any>,
         reduce<ReductionKind::all>, reduce<ReductionKind::variance>,
         reduce<ReductionKind::deviation>, reduce<ReductionKind::logsumexp>, sum_to_shape, argmax,
         argmin>;
using Rows = List<softmax, log_softmax, sparse_softmax_cross_entropy, softmax_cross_entropy,
                  sparse_softmax_cross_entropy_correct, softmax_cross_entropy_correct,
                  sparse_categorical_correct, categorical_correct>;
using Products = List<matmul, fused_matmul, conv2d, conv2d_input_grad, conv2d_filter_grad,
                      fused_conv2d, fused_conv2d_grad, attention, attention_grad, lstm, lstm_grad>;
using Pools = List<max_pool2d, max_pool2d_grad, max_pool2d_pick, avg_pool2d, avg_pool2d_grad>;
using Norms =
    List<batch_norm_train, batch_norm_infer, batch_norm_grad, layer_norm, layer_norm_grad>;
using Random = List<random_uniform, random_normal, truncated_normal, random_categorical,
                    random_permutation, dropout>;
using Arrays = List<concat, pad, tile, strided_slice_grad, strided_slice_assign, gather,
                    scatter_add, one_hot, nonzero>;
template <class... R>
List<update<R>...> updates_of(Types<R...>);
using Steps = decltype(updates_of(updates::AllRules{}));
using Creation = List<zeros, ones, full, eye, range, iota, shape>;

using All = JoinLists<Binary, Unary, Activations, Trigonometric, Compare, Moves, Creation,
                      Reductions, Rows, Products, Pools, Norms, Random, Arrays, Steps>::type;

}  // namespace
}  // namespace pelton::cuda

extern "C" [[gnu::visibility("default")]] const pelton::GpuKernelTable* pelton_gpu_kernels() {
  using pelton::cuda::All;
  static constexpr pelton::GpuKernelTable kTable{pelton::GpuKernelTable::kVersion,
                                                 std::size(All::kRows), All::kRows};
  return &kTable;
}
