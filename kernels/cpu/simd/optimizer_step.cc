// Owns the optimizer steps over many tensors at once, built once per instruction set: all
// parameters' elements are one range that the threads share. Gradients that come in parts are added
// up on the way. Knows no rule: these are in kernels/common/training.
#include "kernels/cpu/training/optimizer_step.h"

#include <algorithm>
#include <array>
#include <span>
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

// The slices of one gradient by the rows that they belong to.
class SlicesByRow {
 public:
  // Raises bad_index.
  SlicesByRow(const TensorView& parameter, const TensorView& values, const TensorView& rows)
      : values_(values), width_(parameter.size / std::max<int64_t>(1, parameter.dim(0))) {
    visit(Types<int32_t, int64_t>{}, rows.dtype,
          [&]<class I>() { sort(rows.as<const I>(), rows.size, parameter.dim(0)); });
  }
  // Sums over the slices of the parameter's elements [first, first + n), and of their powers.
  template <class Step, class T, class C = compute_t<T>>
  void add_up(int64_t first, int64_t n, C* __restrict sums, C* __restrict powers) const {
    std::fill_n(sums, n, C(0));
    std::fill_n(powers, n, C(0));
    for (int64_t at = first, end = 0; at < first + n; at = end) {
      const int64_t row = at / width_;
      end = std::min((row + 1) * width_, first + n);
      for (const int64_t slice : of(row)) {
        const T* __restrict own = values_.as<const T>() + (slice - row) * width_ + at;
        C *__restrict sum = sums + (at - first), *__restrict power = powers + (at - first);
        for (int64_t c = 0; c < end - at; ++c) {
          const C g(own[c]);
          sum[c] += g;
          power[c] += updates::power_of<Step>(g);
        }
      }
    }
  }

 private:
  std::span<const int64_t> of(int64_t row) const {
    const auto at = static_cast<size_t>(row);
    return std::span(slices_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  // By counting, so that slices of a row stay in order.
  template <class I>
  void sort(const I* rows, int64_t count, int64_t extent) {
    starts_.assign(static_cast<size_t>(extent) + 2, 0);
    for (int64_t i = 0; i < count; ++i) {
      check(rows[i] >= 0 && rows[i] < extent, Code::bad_index, "rows(", i,
            ",) = ", static_cast<int64_t>(rows[i]), " is not in [0, ", extent, ")");
      ++starts_[static_cast<size_t>(rows[i]) + 2];
    }
    for (size_t row = 2; row < starts_.size(); ++row) starts_[row] += starts_[row - 1];
    slices_.resize(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) slices_[starts_[static_cast<size_t>(rows[i]) + 1]++] = i;
  }

  const TensorView& values_;
  int64_t width_;
  std::vector<size_t> starts_;  // of each row's slices; behind the last row their number
  std::vector<int64_t> slices_;
};

// What a kernel's call is about: its operands, and the gradients that are in slices.
template <class Step>
struct Operands {
  Operands(const KernelContext& all, bool in_slices)
      : context(all), count((all.input_count() - 2) / (2 + kSlots<Step> + in_slices)) {
    for (size_t i = 0; in_slices && i < count; ++i)
      slices.emplace_back(parameter(i), gradient(i), context.in((2 + kSlots<Step>)*count + i));
  }
  const TensorView& parameter(size_t i) const { return context.in(i); }
  const TensorView& gradient(size_t i) const { return context.in((1 + kSlots<Step>)*count + i); }
  // Element `at` of parameter i (k = 0) or of slot k - 1 of it; null for dummies.
  template <class T>
  T* written(size_t k, size_t i, int64_t at) const {
    return k > kSlots<Step> ? nullptr : context.in(k * count + i).template as<T>() + at;
  }

  const KernelContext& context;
  const size_t count;
  std::vector<SlicesByRow> slices;  // empty: there are none
};

// Applies the rule to `n` elements of parameter i.
template <class Step, bool kInSlices, class T, class Rule>
void update_elements(const Operands<Step>& all, size_t i, int64_t first, int64_t n,
                     const T* gradient, const T* power, const Rule& rule) {
  const FlushDenormals flush;
  const auto written = [&](size_t k) { return all.template written<T>(k, i, first); };
  update_row<Step, kInSlices, T>(written(0), gradient, power, written(1), written(2), written(3), n,
                                 rule);
}

// Applies the rule to elements [first, last) of parameter i. A gradient in parts is added up as
// part_sums.cc does: denormal parts count.
template <class Step, class T, class Rule>
void update_dense(const Operands<Step>& all, size_t i, int64_t first, int64_t last,
                  const Rule& rule) {
  const TensorView& gradient = all.gradient(i);
  const T* own = gradient.as<const T>();
  if (gradient.rank() == all.parameter(i).rank())
    return update_elements<Step, false, T>(all, i, first, last - first, own + first, nullptr, rule);
  T sums[kSummed];
  for (int64_t n = 0; first < last; first += n) {
    n = std::min(kSummed, last - first);
    part_sum_table<T>().add(sums, own + first, all.parameter(i).size, nullptr, gradient.dim(0), n);
    update_elements<Step, false, T>(all, i, first, n, sums, nullptr, rule);
  }
}

// The same of a gradient in slices.
template <class Step, class T, class Rule>
void update_by_slices(const Operands<Step>& all, size_t i, int64_t first, int64_t last,
                      const Rule& rule) {
  using C = compute_t<T>;
  constexpr bool kNarrow = !std::is_same_v<T, C>;
  C sums[kSummed], powers[kSummed];
  T narrow_sums[kNarrow ? kSummed : 1], narrow_powers[kNarrow ? kSummed : 1];
  for (int64_t n = 0; first < last; first += n) {
    n = std::min(kSummed, last - first);
    all.slices[i].template add_up<Step, T>(first, n, sums, powers);
    if constexpr (kNarrow) {
      std::transform(sums, sums + n, narrow_sums, [](C x) { return T(x); });
      std::transform(powers, powers + n, narrow_powers, [](C x) { return T(x); });
      update_elements<Step, true, T>(all, i, first, n, narrow_sums, narrow_powers, rule);
    } else {
      update_elements<Step, true, T>(all, i, first, n, sums, powers, rule);
    }
  }
}

template <class Step, class T, class Rule>
void update_range(const Operands<Step>& all, size_t i, int64_t first, int64_t last,
                  const Rule& rule) {
  if constexpr (Step::kReads != updates::GradientPower::none)
    if (!all.slices.empty()) return update_by_slices<Step, T>(all, i, first, last, rule);
  update_dense<Step, T>(all, i, first, last, rule);
}

template <class Step, class T, class Rule>
void update_all(const Operands<Step>& all, const Rule& rule) {
  std::vector<int64_t> starts(all.count + 1, 0);
  for (size_t i = 0; i < all.count; ++i) starts[i + 1] = starts[i] + all.parameter(i).size;
  parallel_for(starts.back(), kStepGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), begin) -
                                 starts.begin() - 1);
    for (int64_t at = begin; at < end; at = starts[++i])
      update_range<Step, T>(all, i, at - starts[i], std::min(end, starts[i + 1]) - starts[i], rule);
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

template <class Step>
std::vector<Block> blocks_of(const Operands<Step>& all) {
  std::vector<Block> out;
  for (size_t i = 0; i < all.count; ++i)
    for (int64_t first = 0, size = all.parameter(i).size; first < size; first += kStepGrain)
      out.push_back({i, first, std::min(size, first + kStepGrain), {}});
  return out;
}

// A step by norms: all slots and the squares that they give, then all weights.
template <class Step, class T, class Rule>
void update_by_norms(const Operands<Step>& all, const Rule& rule) {
  std::vector<Block> blocks = blocks_of(all);
  const auto at = [&](const Block& block, size_t k) {
    return all.template written<T>(k, block.parameter, block.first);
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
    update_range<Step, T>(all, block.parameter, block.first, block.last, rule);
    const FlushDenormals flush;
    block.squares = squares_of_row<Step, T>(at(block, 0), at(block, 1), at(block, 2), at(block, 3),
                                            block.last - block.first, rule);
  });
  std::vector<updates::Squares> squares(all.count);
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

}  // namespace

template <class R>
void update(const KernelContext& context) {
  const auto& attrs = context.attrs<updates::StepAttrs<R>>();
  const size_t n = context.input_count();
  const int64_t before = *context.in(n - 1).template as<int64_t>();
  if (before < 0) return;
  const updates::StepNumbers now{rate_of(context.in(n - 2)), static_cast<double>(before + 1)};
  R::visit(attrs, [&]<class Step>() {
    const Operands<Step> all(context, attrs.in_slices);
    visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() {
      const typename Step::template On<compute_t<T>> rule(attrs, now);
      if constexpr (updates::kIsByNorms<Step>)
        update_by_norms<Step, T>(all, rule);
      else
        update_all<Step, T>(all, rule);
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
