// Owns the optimizer steps over many tensors at once, built once per instruction set: all
// parameters' elements are one range that the threads share. Gradients that come in parts are added
// up on the way. Knows no rule: these are in kernels/common/training.
#include "kernels/cpu/training/optimizer_step.h"

#include <algorithm>
#include <array>
#include <bit>
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

// The slices of one gradient by blocks of the parameter's rows, in their order within each, so that
// memory is read from front to back.
class SlicesByBlock {
 public:
  // Raises bad_index.
  SlicesByBlock(const TensorView& parameter, const TensorView& values, const TensorView& rows)
      : values_(values),
        width_(std::max<int64_t>(1, parameter.size / std::max<int64_t>(1, parameter.dim(0)))),
        block_shift_(std::bit_width(static_cast<uint64_t>(std::max<int64_t>(1, kSummed / width_))) -
                     1) {
    visit(Types<int32_t, int64_t>{}, rows.dtype,
          [&]<class I>() { sort(rows.as<const I>(), rows.size, parameter.dim(0)); });
  }
  // How many of the parameter's elements from `first` on can be added up at once.
  int64_t most_from(int64_t first) const {
    const int64_t next_row = ((first / width_ >> block_shift_) + 1) << block_shift_;
    return std::min(kSummed, next_row * width_ - first);
  }
  // Sums over the slices of the parameter's elements [first, first + n), and of their powers,
  // rounded to T.
  template <updates::GradientPower kPower, class T, class C = compute_t<T>>
  [[gnu::noinline]] void add_up(int64_t first, int64_t n, C* sums, C* powers) const {
    std::fill_n(sums, n, C(0));
    std::fill_n(powers, n, C(0));
    const auto block = static_cast<size_t>(first / width_ >> block_shift_);
    for (size_t i = starts_[block]; i < starts_[block + 1]; ++i) {
      const int64_t row_begin = slices_[i].row * width_;
      const int64_t begin = std::max(first, row_begin);
      const int64_t count = std::min(first + n, row_begin + width_) - begin;
      const T* __restrict own =
          values_.as<const T>() + slices_[i].number * width_ + (begin - row_begin);
      C* __restrict sum = sums + (begin - first), * __restrict power = powers + (begin - first);
      for (int64_t c = 0; c < count; ++c) {
        const C g(own[c]);
        sum[c] += g;
        power[c] += updates::power_of<kPower>(g);
      }
    }
    if constexpr (!std::is_same_v<T, C>)
      for (int64_t c = 0; c < n; ++c) sums[c] = C(T(sums[c])), powers[c] = C(T(powers[c]));
  }

 private:
  struct Slice {
    int64_t number, row;
  };
  // By counting.
  template <class I>
  void sort(const I* rows, int64_t count, int64_t extent) {
    const auto block_of = [&](int64_t i) { return static_cast<size_t>(rows[i] >> block_shift_); };
    starts_.assign(static_cast<size_t>(extent >> block_shift_) + 3, 0);
    for (int64_t i = 0; i < count; ++i) {
      if (rows[i] < 0 || rows[i] >= extent)
        raise(Code::bad_index, "rows(", i, ",) = ", static_cast<int64_t>(rows[i]),
              " is not in [0, ", extent, ")");
      ++starts_[block_of(i) + 2];
    }
    for (size_t block = 2; block < starts_.size(); ++block) starts_[block] += starts_[block - 1];
    slices_.resize(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
      slices_[starts_[block_of(i) + 1]++] = {i, static_cast<int64_t>(rows[i])};
  }

  const TensorView& values_;
  const int64_t width_;
  const int block_shift_;       // a block has 1 << block_shift_ rows
  std::vector<size_t> starts_;  // of each block's slices; behind the last block their number
  std::vector<Slice> slices_;
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
  std::vector<SlicesByBlock> slices;  // empty: there are none
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

template <class T, class C>
[[gnu::noinline]] void widen(const T* __restrict from, C* __restrict to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = C(from[i]);
}
template <class T, class C>
[[gnu::noinline]] void narrow(const C* __restrict from, T* __restrict to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = T(from[i]);
}

// The parameter's elements [first, first + n) and its slots' as what they are computed in; they are
// written back when it ends.
template <class T, class Step>
class Widened {
 public:
  using C = compute_t<T>;
  Widened(const Operands<Step>& all, size_t i, int64_t first, int64_t n)
      : all_(all), i_(i), first_(first), n_(n) {
    for (size_t k = 0; k <= kSlots<Step>; ++k) widen(own(k), rows_[k], n);
  }
  ~Widened() {
    for (size_t k = 0; k <= kSlots<Step>; ++k) narrow(rows_[k], own(k), n_);
  }
  C* row(size_t k) { return k > kSlots<Step> ? nullptr : rows_[k]; }

 private:
  T* own(size_t k) const { return all_.template written<T>(k, i_, first_); }

  const Operands<Step>& all_;
  const size_t i_;
  const int64_t first_, n_;
  C rows_[1 + kSlots<Step>][kSummed];
};

// The same of a gradient in slices. 16-bit types are widened first: the rule is here for wide ones
// alone, for the size of the library.
template <class Step, class T, class Rule>
void update_by_slices(const Operands<Step>& all, size_t i, int64_t first, int64_t last,
                      const Rule& rule) {
  using C = compute_t<T>;
  C sums[kSummed], powers[kSummed];
  for (int64_t n = 0; first < last; first += n) {
    n = std::min(all.slices[i].most_from(first), last - first);
    all.slices[i].template add_up<Step::kReads, T>(first, n, sums, powers);
    if constexpr (std::is_same_v<T, C>) {
      update_elements<Step, true, T>(all, i, first, n, sums, powers, rule);
    } else {
      Widened<T, Step> wide(all, i, first, n);
      const FlushDenormals flush;
      update_row<Step, true, C>(wide.row(0), sums, powers, wide.row(1), wide.row(2), wide.row(3), n,
                                rule);
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
