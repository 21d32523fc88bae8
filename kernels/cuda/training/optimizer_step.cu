// Owns the optimizer steps over many tensors at once: one launch for some 60 parameters. Knows no
// rule: these are in kernels/common/training.
#include "kernels/cuda/training/optimizer_step.h"

#include "kernels/common/training/update_rules.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

// One parameter with what belongs to it; unused slots are null.
struct Parameter {
  void* weights;
  const void* grads;
  void* slots[updates::kMostSlots];
  int64_t size;
  int64_t parts;  // that the gradient is the sum of, one after the other

  template <class T>
  PELTON_HD compute_t<T> gradient(int64_t i) const {
    using C = compute_t<T>;
    const T* part = static_cast<const T*>(grads) + i;
    C sum = static_cast<C>(*part);
    for (int64_t p = 1; p < parts; ++p) sum += static_cast<C>(part[p * size]);
    return static_cast<C>(T(sum));
  }
};

// The parameters of one launch, as many as fit its arguments (4 KB): block b works on the last one
// whose first block is not beyond b.
struct Parameters {
  static constexpr int kMost = 64;
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

// The first thread of a block does what is done once per step, such as powers in double.
template <class Step, class Attrs, class T>
__global__ void update_parameters(Attrs attrs, Numbers numbers, Parameters parameters) {
  using C = compute_t<T>;
  using Rule = typename Step::template On<C>;
  constexpr size_t kSlots = Step::kSlots.size();
  if (*numbers.before < 0) return;
  Rule* const shared = shared_memory<Rule>();
  if (threadIdx.x == 0) *shared = Rule(attrs, numbers.now());
  __syncthreads();
  const Rule rule = *shared;
  const int own = parameters.of_block(blockIdx.x);
  const Parameter& parameter = parameters.each[own];
  const unsigned first = parameters.first_block[own], end = parameters.first_block[own + 1];
  T* weights = static_cast<T*>(parameter.weights);
  const int64_t step = static_cast<int64_t>(end - first) * blockDim.x;
  int64_t i = static_cast<int64_t>(blockIdx.x - first) * blockDim.x + threadIdx.x;
  for (; i < parameter.size; i += step) {
    C slots[updates::kMostSlots] = {}, weight = static_cast<C>(weights[i]);
    for (size_t k = 0; k < kSlots; ++k)
      slots[k] = static_cast<C>(static_cast<T*>(parameter.slots[k])[i]);
    rule(weight, parameter.gradient<T>(i), slots);
    weights[i] = T(weight);
    for (size_t k = 0; k < kSlots; ++k) static_cast<T*>(parameter.slots[k])[i] = T(slots[k]);
  }
}

// One launch for all parameters, or for each Parameters::kMost of them.
template <class Step, class Attrs>
void update_all(const KernelContext& context, const Attrs& attrs) {
  constexpr size_t slots = Step::kSlots.size();
  void (*kernel)(Attrs, Numbers, Parameters) = nullptr;
  size_t rule_bytes = 0;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
    kernel = &update_parameters<Step, Attrs, T>;
    rule_bytes = sizeof(typename Step::template On<compute_t<T>>);
  });
  static_assert(sizeof(Attrs) + sizeof(Numbers) + sizeof(Parameters) <= 4096);
  const size_t n = context.input_count(), count = (n - 2) / (2 + slots);
  const TensorView& rate = context.in(n - 2);
  const Numbers numbers{rate.data, rate.dtype == DType::float64, context.in(n - 1).as<int64_t>()};
  Parameters parameters;
  for (size_t i = 0; i < count; ++i) {
    Parameter& own = parameters.each[parameters.count];
    const TensorView &weights = context.in(i), &grads = context.in((1 + slots) * count + i);
    const int64_t parts = grads.rank() > weights.rank() ? grads.dim(0) : 1;
    own = {weights.data, grads.data, {}, weights.size, parts};
    for (size_t k = 0; k < slots; ++k) own.slots[k] = context.in((1 + k) * count + i).data;
    const unsigned first = parameters.first_block[parameters.count++];
    const unsigned end = first + grid_over(own.size).blocks.x;
    parameters.first_block[parameters.count] = end;
    if (parameters.count < Parameters::kMost && i + 1 < count) continue;
    launch_with_barriers(context, {dim3(end), dim3(kBlockThreads), rule_bytes}, kernel, attrs,
                         numbers, parameters);
    parameters.count = 0;
  }
}

}  // namespace

template <class R>
void update(const KernelContext& context) {
  const auto& attrs = context.attrs<typename R::Attrs>();
  R::visit(attrs, [&]<class Step>() { update_all<Step>(context, attrs); });
}

// So that every rule's kernel is here: nvcc compiles what the body of a function uses.
template <class... R>
void compile_updates(Types<R...>, Kernel* out) {
  ((*out++ = &update<R>), ...);
}
template void compile_updates(updates::AllRules, Kernel*);

}  // namespace pelton::cuda
