// Owns the optimizer steps over many tensors at once, built once per instruction set: all
// parameters' elements are one range that the threads share. Gradients that come in parts are added
// up on the way. Knows no rule: these are in kernels/common/training.
#include "kernels/cpu/training/optimizer_step.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/common/training/update_rules.h"
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kStepGrain = 16 * 1024;  // elements
constexpr int64_t kSummed = 1024;          // elements whose sums stay in the L1 cache

template <class Step>
inline constexpr size_t kSlots = Step::kSlots.size();

// Applies the rule to `n` elements, whose gradients' powers are `p` where they are in slices; the
// slots beyond those of the Step are dummies. A call of its own, so that none of its arithmetic
// leaves the scope of FlushDenormals.
template <class Step, bool kInSlices, class T, class Rule>
[[gnu::noinline]] void update_row(T* __restrict w, const T* __restrict g, const T* __restrict p,
                                  T* __restrict s0, T* __restrict s1, T* __restrict s2, int64_t n,
                                  const Rule& rule) {
  using C = compute_t<T>;
  constexpr size_t slots = kSlots<Step>;
  const Rule own = rule;
  for (int64_t i = 0; i < n; ++i) {
    C weight(w[i]), values[updates::kMostSlots]{};
    if constexpr (slots > 0) values[0] = C(s0[i]);
    if constexpr (slots > 1) values[1] = C(s1[i]);
    if constexpr (slots > 2) values[2] = C(s2[i]);
    updates::Gradient<C> gradient = updates::gradient_of<Step>(C(g[i]));
    if constexpr (kInSlices) gradient.power = C(p[i]);
    own(weight, gradient, values);
    w[i] = T(weight);
    if constexpr (slots > 0) s0[i] = T(values[0]);
    if constexpr (slots > 1) s1[i] = T(values[1]);
    if constexpr (slots > 2) s2[i] = T(values[2]);
  }
}

// Elements [first, first + n) of an operand, or, where it is in parts of `size` elements, their
// sums in `room`, added up as part_sums.cc does: denormal parts count.
template <class T>
const T* added_up(const TensorView& operand, int64_t rank, int64_t size, int64_t first, int64_t n,
                  T* room) {
  const T* own = operand.as<T>() + first;
  if (operand.rank() == rank) return own;
  part_sum_table<T>().add(room, own, size, nullptr, operand.dim(0), n);
  return room;
}

// Applies the rule to elements [first, last) of parameter i of `count`.
template <class Step, bool kInSlices, class T, class Rule>
void update_range(const KernelContext& context, size_t count, size_t i, int64_t first, int64_t last,
                  const Rule& rule) {
  constexpr size_t groups = 1 + kSlots<Step>;  // that are written
  const TensorView& parameter = context.in(i);
  const auto written = [&](size_t group) {
    return group < groups ? context.in(group * count + i).template as<T>() + first : nullptr;
  };
  const auto is_in_parts = [&](size_t group) {
    return context.in(group * count + i).rank() > parameter.rank();
  };
  const bool in_parts = is_in_parts(groups) || (kInSlices && is_in_parts(groups + 1));
  const int64_t most = in_parts ? kSummed : last - first;
  T sums[kSummed], powers[kInSlices ? kSummed : 1];
  for (int64_t n = 0; first < last; first += n) {
    n = std::min(most, last - first);
    const auto read = [&](size_t group, T* room) {
      const TensorView& operand = context.in(group * count + i);
      return added_up(operand, parameter.rank(), parameter.size, first, n, room);
    };
    const T* gradient = read(groups, sums);
    const T* power = nullptr;
    if constexpr (kInSlices) power = read(groups + 1, powers);
    const FlushDenormals flush;
    update_row<Step, kInSlices, T>(written(0), gradient, power, written(1), written(2), written(3),
                                   n, rule);
  }
}

// How many parameters there are.
template <class Step, bool kInSlices>
size_t parameters_of(const KernelContext& context) {
  return (context.input_count() - 2) / (2 + kSlots<Step> + kInSlices);
}

template <class Step, bool kInSlices, class T, class Rule>
void update_all(const KernelContext& context, const Rule& rule) {
  const size_t count = parameters_of<Step, kInSlices>(context);
  std::vector<int64_t> starts(count + 1, 0);
  for (size_t i = 0; i < count; ++i) starts[i + 1] = starts[i] + context.in(i).size;
  parallel_for(starts[count], kStepGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), begin) -
                                 starts.begin() - 1);
    for (int64_t at = begin; at < end; at = starts[++i])
      update_range<Step, kInSlices, T>(context, count, i, at - starts[i],
                                       std::min(end, starts[i + 1]) - starts[i], rule);
  });
}

// Elements of one parameter, as many for any number of threads, so that sums over them are the
// same.
struct Block {
  size_t parameter;
  int64_t first, last;
  updates::Squares squares;
};

// The slots of element i; those beyond the Step's are dummies.
template <class Step, class T, class C = compute_t<T>>
std::array<C, updates::kMostSlots> slots_at(const T* s0, const T* s1, const T* s2, int64_t i) {
  std::array<C, updates::kMostSlots> values{};
  if constexpr (kSlots < Step >> 0) values[0] = C(s0[i]);
  if constexpr (kSlots < Step >> 1) values[1] = C(s1[i]);
  if constexpr (kSlots < Step >> 2) values[2] = C(s2[i]);
  return values;
}

// The squares of `n` elements, added up in a fixed order. A call of its own, as update_row().
template <class Step, class T, class Rule>
[[gnu::noinline]] updates::Squares squares_of_row(const T* w, const T* s0, const T* s1, const T* s2,
                                                  int64_t n, const Rule& rule) {
  using C = compute_t<T>;
  constexpr int64_t kLanes = 32;
  C of_weights[kLanes] = {}, of_direction[kLanes] = {};
  const Rule own = rule;
  const auto add = [&](int64_t i, int64_t lane) {
    const C weight(w[i]), direction = own.direction(slots_at<Step>(s0, s1, s2, i).data());
    of_weights[lane] += weight * weight;
    of_direction[lane] += direction * direction;
  };
  int64_t i = 0;
  for (; n - i >= kLanes; i += kLanes)
    for (int64_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
  for (; i < n; ++i) add(i, 0);
  updates::Squares out;
  for (int64_t lane = 0; lane < kLanes; ++lane)
    out = out + updates::Squares{double(of_weights[lane]), double(of_direction[lane])};
  return out;
}

// Moves `n` weights by `length` against the direction. A call of its own, as update_row().
template <class Step, class T, class Rule>
[[gnu::noinline]] void move_row(T* __restrict w, const T* __restrict s0, const T* __restrict s1,
                                const T* __restrict s2, int64_t n, compute_t<T> length,
                                const Rule& rule) {
  const Rule own = rule;
  for (int64_t i = 0; i < n; ++i)
    w[i] = T(compute_t<T>(w[i]) - length * own.direction(slots_at<Step>(s0, s1, s2, i).data()));
}

std::vector<Block> blocks_of(const KernelContext& context, size_t count) {
  std::vector<Block> out;
  for (size_t i = 0; i < count; ++i)
    for (int64_t first = 0, size = context.in(i).size; first < size; first += kStepGrain)
      out.push_back({i, first, std::min(size, first + kStepGrain), {}});
  return out;
}

// A step by norms: all slots and the squares that they give, then all weights.
template <class Step, bool kInSlices, class T, class Rule>
void update_by_norms(const KernelContext& context, const Rule& rule) {
  const size_t count = parameters_of<Step, kInSlices>(context);
  std::vector<Block> blocks = blocks_of(context, count);
  const auto at = [&](const Block& block, size_t group) {
    return group > kSlots<Step>
               ? nullptr
               : context.in(group * count + block.parameter).template as<T>() + block.first;
  };
  const auto for_blocks = [&](auto&& f) {
    int64_t elements = 0;
    for (const Block& block : blocks) elements += block.last - block.first;
    const auto n = static_cast<int64_t>(blocks.size());
    const int64_t grain = elements == 0 ? 1 : std::max<int64_t>(1, n * kStepGrain / elements);
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) f(blocks[static_cast<size_t>(b)]);
    });
  };
  for_blocks([&](Block& block) {
    update_range<Step, kInSlices, T>(context, count, block.parameter, block.first, block.last,
                                     rule);
    const FlushDenormals flush;
    block.squares = squares_of_row<Step, T>(at(block, 0), at(block, 1), at(block, 2), at(block, 3),
                                            block.last - block.first, rule);
  });
  std::vector<updates::Squares> squares(count);
  for (const Block& block : blocks)
    squares[block.parameter] = squares[block.parameter] + block.squares;
  for_blocks([&](Block& block) {
    const auto ratio = static_cast<compute_t<T>>(squares[block.parameter].ratio());
    const FlushDenormals flush;
    move_row<Step, T>(at(block, 0), at(block, 1), at(block, 2), at(block, 3),
                      block.last - block.first, ratio * rule.rate, rule);
  });
}

double rate_of(const TensorView& rate) {
  return rate.dtype == DType::float64 ? *rate.as<double>() : double{*rate.as<float>()};
}

template <class Step, bool kInSlices, class T, class Rule>
void step(const KernelContext& context, const Rule& rule) {
  if constexpr (updates::kIsByNorms<Step>)
    update_by_norms<Step, kInSlices, T>(context, rule);
  else
    update_all<Step, kInSlices, T>(context, rule);
}

}  // namespace

template <class R>
void update(const KernelContext& context) {
  const auto& attrs = context.attrs<updates::StepAttrs<R>>();
  const size_t n = context.input_count();
  const int64_t before = *context.in(n - 1).template as<int64_t>();
  if (before < 0) return;
  const updates::StepNumbers now{rate_of(context.in(n - 2)), static_cast<double>(before + 1)};
  R::visit(attrs, [&]<class Step>() {
    visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
      const typename Step::template On<compute_t<T>> rule(attrs, now);
      if constexpr (Step::kReads != updates::GradientPower::none)
        if (attrs.in_slices) return step<Step, true, T>(context, rule);
      step<Step, false, T>(context, rule);
    });
  });
}

namespace {

// So that every rule's kernel is here.
template <class... R>
constexpr std::array<Kernel, sizeof...(R)> kernels_of(Types<R...>) {
  return {&update<R>...};
}
[[gnu::used]] constexpr auto kKernels = kernels_of(updates::AllRules{});

}  // namespace
}  // namespace pelton::cpu::PELTON_ISA
