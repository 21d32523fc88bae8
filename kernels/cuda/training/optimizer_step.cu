// Owns the optimizer steps over many tensors at once: one launch for some 50 parameters. Knows no
// rule: these are in kernels/common/training.
#include "kernels/cuda/training/optimizer_step.h"

#include <cstddef>

#include "kernels/common/training/update_rules.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/reduce/block_reduce.h"

namespace pelton::cuda {
namespace {

// One parameter with what belongs to it; unused slots are null. Of a gradient in slices the sums,
// and those of the powers, are of the type that arithmetic happens in.
struct Parameter {
  void* weights;
  const void* grads;
  const void* powers;  // null for a gradient that is in no slices
  void* slots[updates::kMostSlots];
  int64_t size;
  int64_t parts;  // that the gradient is the sum of, one after the other

  template <class Step, class T>
  PELTON_HD updates::Gradient<compute_t<T>> gradient(int64_t i) const {
    using C = compute_t<T>;
    const auto rounded = [](C x) { return static_cast<C>(T(x)); };
    if (powers != nullptr)
      return {rounded(static_cast<const C*>(grads)[i]), rounded(static_cast<const C*>(powers)[i])};
    const T* part = static_cast<const T*>(grads) + i;
    C sum = static_cast<C>(*part);
    for (int64_t p = 1; p < parts; ++p) sum += static_cast<C>(part[p * size]);
    return updates::gradient_of<Step>(rounded(sum));
  }
};

// The parameters of one launch, as many as fit its arguments (4 KB): block b works on the last one
// whose first block is not beyond b.
struct Parameters {
  static constexpr int kMost = 56;
  Parameter each[kMost];
  int count = 0;
  unsigned first_block[kMost + 1] = {};

  PELTON_HD int of_block(unsigned block) const {
    int low = 0, high = count;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (first_block[middle] <= block ? low : high) = middle;
    }
    return low;
  }
};

// Where the numbers of the step are, on the device: they may differ each time it runs.
struct Numbers {
  const void* rate;
  bool is_double;
  const int64_t* before;

  PELTON_HD updates::StepNumbers now() const {
    const double value = is_double ? *static_cast<const double*>(rate)
                                   : static_cast<double>(*static_cast<const float*>(rate));
    return {value, static_cast<double>(*before + 1)};
  }
};

// The elements that the threads of a block share with the other blocks of their parameter.
struct OwnElements {
  __device__ explicit OwnElements(const Parameters& parameters) {
    const int own = parameters.of_block(blockIdx.x);
    parameter = &parameters.each[own];
    first_block = parameters.first_block[own];
    end_block = parameters.first_block[own + 1];
    first = static_cast<int64_t>(blockIdx.x - first_block) * blockDim.x + threadIdx.x;
    step = static_cast<int64_t>(end_block - first_block) * blockDim.x;
  }
  const Parameter* parameter;
  unsigned first_block, end_block;
  int64_t first, step;
};

// The rule of this step. The first thread of a block does what is done once per step, such as
// powers in double; shared memory is free again after the next barrier.
template <class Rule, class Attrs>
__device__ Rule rule_of(const Attrs& attrs, const Numbers& numbers) {
  Rule* const shared = shared_memory<Rule>();
  if (threadIdx.x == 0) *shared = Rule(attrs, numbers.now());
  __syncthreads();
  return *shared;
}

template <class Step, class T>
__device__ void read_slots(const Parameter& parameter, int64_t i, compute_t<T>* slots) {
  for (size_t k = 0; k < Step::kSlots.size(); ++k)
    slots[k] = static_cast<compute_t<T>>(static_cast<T*>(parameter.slots[k])[i]);
}

__device__ updates::Squares block_sum(updates::Squares value) {
  return block_reduce(value, shared_memory<updates::Squares>(),
                      [](const updates::Squares& a, const updates::Squares& b) { return a + b; });
}

// `squares` has a place for each block where the step is one by norms.
template <class Step, class Attrs, class T>
__global__ void update_parameters(Attrs attrs, Numbers numbers, Parameters parameters,
                                  updates::Squares* squares) {
  using C = compute_t<T>;
  if (*numbers.before < 0) return;
  const auto rule = rule_of<typename Step::template On<C>>(attrs, numbers);
  const OwnElements own(parameters);
  const Parameter& parameter = *own.parameter;
  T* weights = static_cast<T*>(parameter.weights);
  updates::Squares sums;
  for (int64_t i = own.first; i < parameter.size; i += own.step) {
    C slots[updates::kMostSlots] = {}, weight = static_cast<C>(weights[i]);
    read_slots<Step, T>(parameter, i, slots);
    rule(weight, parameter.gradient<Step, T>(i), slots);
    weights[i] = T(weight);
    for (size_t k = 0; k < Step::kSlots.size(); ++k)
      static_cast<T*>(parameter.slots[k])[i] = T(slots[k]);
    if constexpr (updates::kIsByNorms<Step>) {
      read_slots<Step, T>(parameter, i, slots);
      const double direction = rule.direction(slots);
      sums = sums + updates::Squares{double(weight) * double(weight), direction * direction};
    }
  }
  if constexpr (updates::kIsByNorms<Step>) {
    sums = block_sum(sums);
    if (threadIdx.x == 0) squares[blockIdx.x] = sums;
  }
}

// The second half of a step by norms: the weights, by the sums that update_parameters() has left.
template <class Step, class Attrs, class T>
__global__ void move_weights(Attrs attrs, Numbers numbers, Parameters parameters,
                             updates::Squares* squares) {
  using C = compute_t<T>;
  if (*numbers.before < 0) return;
  const auto rule = rule_of<typename Step::template On<C>>(attrs, numbers);
  const OwnElements own(parameters);
  updates::Squares sums;
  for (unsigned b = own.first_block + threadIdx.x; b < own.end_block; b += blockDim.x)
    sums = sums + squares[b];
  const C length = static_cast<C>(block_sum(sums).ratio()) * rule.rate;
  T* weights = static_cast<T*>(own.parameter->weights);
  for (int64_t i = own.first; i < own.parameter->size; i += own.step) {
    C slots[updates::kMostSlots] = {};
    read_slots<Step, T>(*own.parameter, i, slots);
    weights[i] = T(static_cast<C>(weights[i]) - length * rule.direction(slots));
  }
}

// A gradient's slices, (n, width), and the rows of `extent` that they belong to.
struct Slices {
  const void* values;
  const void* rows;
  int64_t n, width, extent;
};

// One thread for each column, so that the sums are made in the order of the slices.
template <class Step, class T, class I>
__global__ void add_up_slices(Slices slices, void* sums, void* powers, FailureSite site) {
  using C = compute_t<T>;
  const I* rows = static_cast<const I*>(slices.rows);
  for (int64_t column = first_item(); column < slices.width; column += item_step()) {
    C* sum = static_cast<C*>(sums) + column;
    C* power = static_cast<C*>(powers) + column;
    const T* own = static_cast<const T*>(slices.values) + column;
    for (int64_t row = 0; row < slices.extent; ++row)
      sum[row * slices.width] = power[row * slices.width] = C(0);
    for (int64_t k = 0; k < slices.n; ++k) {
      const auto row = static_cast<int64_t>(rows[k]);
      if (row < 0 || row >= slices.extent) {
        fail_at(site, row, k, slices.extent);
        continue;
      }
      const C g = static_cast<C>(own[k * slices.width]);
      sum[row * slices.width] += g;
      power[row * slices.width] += updates::power_of<Step::kReads>(g);
    }
  }
}

// Bytes of a parameter's elements in the type that arithmetic happens in.
size_t compute_bytes(const TensorView& weights) {
  size_t bytes = 0;
  visit(FloatingTypes{}, weights.dtype, [&]<class T>() { bytes = sizeof(compute_t<T>); });
  return bytes * static_cast<size_t>(weights.size);
}

// Has `own` take the gradient of these slices from `room`, of twice compute_bytes().
template <class Step>
void add_up(const KernelContext& context, Parameter& own, const TensorView& weights,
            const TensorView& values, const TensorView& rows, std::byte* room) {
  if (weights.size == 0) return;
  const int64_t extent = weights.dim(0);
  const Slices slices{values.data, rows.data, rows.size, weights.size / extent, extent};
  void *const sums = room, *const powers = room + compute_bytes(weights);
  visit(FloatingTypes{}, weights.dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, rows.dtype, [&]<class I>() {
      launch(context, grid_over(slices.width), &add_up_slices<Step, T, I>, slices, sums, powers,
             bad_index(context, "rows{indices} = {value} is not in [0, {limit})", rows.shape()));
    });
  });
  own.grads = sums;
  own.powers = powers;
}

template <class Attrs>
using StepKernel = void (*)(Attrs, Numbers, Parameters, updates::Squares*);

template <class Step, class Attrs>
void launch_step(const KernelContext& context, const Attrs& attrs, const Numbers& numbers,
                 const Parameters& parameters) {
  constexpr bool by_norms = updates::kIsByNorms<Step>;
  StepKernel<Attrs> update = nullptr, move = nullptr;
  size_t shared_bytes = 0;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    update = &update_parameters<Step, Attrs, T>;
    if constexpr (by_norms) move = &move_weights<Step, Attrs, T>;
    shared_bytes = sizeof(typename Step::template On<compute_t<T>>);
  });
  if (by_norms && shared_bytes < reduce_bytes<updates::Squares>())
    shared_bytes = reduce_bytes<updates::Squares>();
  const unsigned blocks = parameters.first_block[parameters.count];
  const Grid grid{dim3(blocks), dim3(kBlockThreads), shared_bytes};
  if constexpr (by_norms) {
    const Workspace room = context.workspace(blocks * sizeof(updates::Squares));
    auto* const squares = room.as<updates::Squares>();
    launch_with_barriers(context, grid, update, attrs, numbers, parameters, squares);
    launch_with_barriers(context, grid, move, attrs, numbers, parameters, squares);
  } else {
    updates::Squares* const none = nullptr;
    launch_with_barriers(context, grid, update, attrs, numbers, parameters, none);
  }
}

// One launch, or two of a step by norms, for all parameters or for each Parameters::kMost of them.
template <class Step, class Attrs>
void update_all(const KernelContext& context, const Attrs& attrs) {
  constexpr size_t slots = Step::kSlots.size();
  static_assert(sizeof(Attrs) + sizeof(Numbers) + sizeof(Parameters) + sizeof(void*) <= 4096);
  const size_t n = context.input_count(), count = (n - 2) / (2 + slots + attrs.in_slices);
  const TensorView& rate = context.in(n - 2);
  const Numbers numbers{rate.data, rate.dtype == DType::float64, context.in(n - 1).as<int64_t>()};
  Parameters parameters;
  size_t bytes = 0;
  for (size_t i = 0; attrs.in_slices && i < count; ++i) bytes += 2 * compute_bytes(context.in(i));
  const Workspace room = context.workspace(bytes);
  auto* free = room.as<std::byte>();
  for (size_t i = 0; i < count; ++i) {
    Parameter& own = parameters.each[parameters.count];
    const TensorView& weights = context.in(i);
    const TensorView& grads = context.in((1 + slots) * count + i);
    const int64_t parts = grads.rank() > weights.rank() ? grads.dim(0) : 1;
    own = {weights.data, grads.data, nullptr, {}, weights.size, parts};
    if constexpr (Step::kReads != updates::GradientPower::none) {
      if (attrs.in_slices) {
        add_up<Step>(context, own, weights, grads, context.in((2 + slots) * count + i), free);
        free += 2 * compute_bytes(weights);
      }
    }
    for (size_t k = 0; k < slots; ++k) own.slots[k] = context.in((1 + k) * count + i).data;
    const unsigned first = parameters.first_block[parameters.count++];
    parameters.first_block[parameters.count] = first + grid_over(own.size).blocks.x;
    if (parameters.count < Parameters::kMost && i + 1 < count) continue;
    launch_step<Step>(context, attrs, numbers, parameters);
    parameters.count = 0;
  }
}

}  // namespace

template <class R>
void update(const KernelContext& context) {
  const auto& attrs = context.attrs<updates::StepAttrs<R>>();
  R::visit(attrs, [&]<class Step>() { update_all<Step>(context, attrs); });
}

// So that every rule's kernel is here: nvcc compiles what the body of a function uses.
template <class... R>
void compile_updates(Types<R...>, Kernel* out) {
  ((*out++ = &update<R>), ...);
}
template void compile_updates(updates::AllRules, Kernel*);

}  // namespace pelton::cuda
