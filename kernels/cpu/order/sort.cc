// Owns sort, argsort and top_k. Keys are sorted in registers where the instruction set has a way,
// else by their digits.
#include <algorithm>

#include "kernels/common/attrs/order_attrs.h"
#include "kernels/common/axes.h"
#include "kernels/common/order_keys.h"
#include "kernels/cpu/order/key_sort.h"
#include "kernels/cpu/order/radix_sort.h"
#include "kernels/declared/order.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kGrainElements = 2048;

// The first element of row `row` of a tensor around one of its axes, whose others lie `inner`
// apart.
int64_t row_begin(const AxisBlocks& axis, int64_t row) {
  return row / axis.inner * axis.size * axis.inner + row % axis.inner;
}

// Calls f(row, items, spare) for each row, with room for two rows of items.
template <class Item, class F>
void for_rows(const KernelContext& context, const AxisBlocks& axis, F&& f) {
  const int64_t rows = axis.outer * axis.inner;
  const auto room = static_cast<size_t>(2 * axis.size) * sizeof(Item);
  const int64_t slots = std::min<int64_t>(rows, num_threads());
  const Workspace space = context.workspace(static_cast<size_t>(slots) * room);
  const int64_t grain = std::max<int64_t>(1, kGrainElements / std::max<int64_t>(1, axis.size));
  const bool alone = slots < num_threads();
  const auto sort_some = [&](int64_t begin, int64_t end) {
    Item* const items =
        reinterpret_cast<Item*>(space.as<char>() + (alone ? 0 : size_t(thread_index()) * room));
    for (int64_t row = begin; row < end; ++row) f(row, items, items + axis.size);
  };
  if (alone)
    sort_some(0, rows);
  else
    parallel_for(rows, grain, sort_some);
}

// The smallest key first, or with ~ the largest.
template <class Key>
Key directed(Key key, bool descending) {
  return static_cast<Key>(key ^ static_cast<Key>(-static_cast<Key>(descending)));
}

// Calls f(i, place) for the n elements of a row that starts at `begin`, `inner` apart.
template <class F>
void for_elements(int64_t begin, int64_t inner, int64_t n, F&& f) {
  if (inner == 1)  // known when compiling: the loop vectorises
    for (int64_t i = 0; i < n; ++i) f(i, begin + i);
  else
    for (int64_t i = 0; i < n; ++i) f(i, begin + i * inner);
}

template <class Key>
void sort_keys(Key* keys, Key* spare, int64_t n) {
  if constexpr (sizeof(Key) >= 4)
    if (const KeySort<Key> sort = key_sort<Key>(active_isa())) return sort(keys, spare, n);
  radix_sort(keys, spare, n);
}

template <class T>
void sort_values(const KernelContext& context, const AxisBlocks& axis, bool descending) {
  using Key = order_key_t<T>;
  const T* in = context.in(0).as<const T>();
  T* out = context.out(0).as<T>();
  for_rows<Key>(context, axis, [&](int64_t row, Key* keys, Key* spare) {
    const int64_t begin = row_begin(axis, row);
    for_elements(begin, axis.inner, axis.size, [=](int64_t i, int64_t place) {
      keys[i] = directed(order_key(in[place]), descending);
    });
    sort_keys(keys, spare, axis.size);
    for_elements(begin, axis.inner, axis.size, [=](int64_t i, int64_t place) {
      out[place] = number_of<T>(directed(keys[i], descending));
    });
  });
}

// Keys of 32 bits with their places below them, all different: their order is the stable one.
template <class T>
void sort_short_places(const KernelContext& context, const AxisBlocks& axis, bool descending,
                       KeySort<uint64_t> sort) {
  const T* in = context.in(0).as<const T>();
  auto* out = context.out(0).as<int32_t>();
  for_rows<uint64_t>(context, axis, [&](int64_t row, uint64_t* items, uint64_t* spare) {
    const int64_t begin = row_begin(axis, row);
    for_elements(begin, axis.inner, axis.size, [=](int64_t i, int64_t place) {
      const uint64_t key = directed(equal_key(in[place]), descending);
      items[i] = key << 32 | static_cast<uint64_t>(i);
    });
    sort(items, spare, axis.size);
    for_elements(begin, axis.inner, axis.size, [=](int64_t i, int64_t place) {
      out[place] = static_cast<int32_t>(items[i] & 0xffffffff);
    });
  });
}

template <class T>
void sort_places(const KernelContext& context, const AxisBlocks& axis, bool descending) {
  using Item = PlacedKey<order_key_t<T>>;
  if constexpr (sizeof(T) == 4)
    if (const auto sort = key_sort<uint64_t>(active_isa()))
      return sort_short_places<T>(context, axis, descending, sort);
  const T* in = context.in(0).as<const T>();
  auto* out = context.out(0).as<int32_t>();
  for_rows<Item>(context, axis, [&](int64_t row, Item* items, Item* spare) {
    const int64_t begin = row_begin(axis, row);
    for (int64_t i = 0; i < axis.size; ++i)
      items[i] = {directed(equal_key(in[begin + i * axis.inner]), descending),
                  static_cast<int32_t>(i)};
    radix_sort(items, spare, axis.size);
    for (int64_t i = 0; i < axis.size; ++i) out[begin + i * axis.inner] = items[i].place;
  });
}

// True where `a` comes before `b`: a smaller key, or the same one further ahead.
struct Before {
  template <class Item>
  bool operator()(const Item& a, const Item& b) const {
    return a.key != b.key ? a.key < b.key : a.place < b.place;
  }
};

// Leaves the first k of n numbers, the largest first, in `best`: a heap whose top comes last.
template <class T, class Item>
void select_best(const T* in, int64_t n, int64_t k, Item* best) {
  const auto item = [&](int64_t i) {
    return Item{directed(equal_key(in[i]), true), static_cast<int32_t>(i)};
  };
  for (int64_t i = 0; i < k; ++i) best[i] = item(i);
  std::make_heap(best, best + k, Before{});
  for (int64_t i = k; i < n; ++i) {
    const Item next = item(i);
    if (next.key >= best[0].key) continue;
    std::pop_heap(best, best + k, Before{});
    best[k - 1] = next;
    std::push_heap(best, best + k, Before{});
  }
  std::sort_heap(best, best + k, Before{});
}

// All items sorted, of which the first k count.
template <class T, class Item>
void sort_all(const T* in, int64_t n, Item* items, Item* spare) {
  for (int64_t i = 0; i < n; ++i)
    items[i] = {directed(equal_key(in[i]), true), static_cast<int32_t>(i)};
  radix_sort(items, spare, n);
}

template <class T, class I>
void choose_largest(const KernelContext& context, int64_t k) {
  using Item = PlacedKey<order_key_t<T>>;
  const AxisBlocks axis = blocks_around(context.in(0).shape(), -1);
  const T* in = context.in(0).as<const T>();
  T* values = context.out(0).as<T>();
  I* places = context.out(1).as<I>();
  const bool few = k <= axis.size / 8;
  for_rows<Item>(context, axis, [&](int64_t row, Item* items, Item* spare) {
    const T* numbers = in + row * axis.size;
    if (few)
      select_best(numbers, axis.size, k, items);
    else
      sort_all(numbers, axis.size, items, spare);
    for (int64_t i = 0; i < k; ++i) {
      values[row * k + i] = numbers[items[i].place];
      places[row * k + i] = static_cast<I>(items[i].place);
    }
  });
}

template <class Attrs, class F>
void visit_rows(const KernelContext& context, F&& f) {
  const auto& attrs = context.attrs<Attrs>();
  if (context.out(0).size == 0) return;
  const AxisBlocks axis = blocks_around(context.in(0).shape(), attrs.axis);
  visit(RealTypes{}, context.in(0).dtype, [&]<class T>() {
    f.template operator()<T>(axis, attrs.direction == SortDirection::descending);
  });
}

}  // namespace

void sort(const KernelContext& context) {
  visit_rows<SortAttrs>(context, [&]<class T>(const AxisBlocks& axis, bool descending) {
    sort_values<T>(context, axis, descending);
  });
}

void argsort(const KernelContext& context) {
  visit_rows<ArgsortAttrs>(context, [&]<class T>(const AxisBlocks& axis, bool descending) {
    sort_places<T>(context, axis, descending);
  });
}

void top_k(const KernelContext& context) {
  const int64_t k = context.attrs<TopKAttrs>().k;
  if (context.out(0).size == 0) return;
  visit(RealTypes{}, context.in(0).dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, context.out(1).dtype,
          [&]<class I>() { choose_largest<T, I>(context, k); });
  });
}

}  // namespace pelton::cpu
