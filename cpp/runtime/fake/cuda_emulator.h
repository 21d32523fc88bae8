// Owns CUDA's names for kernels that are compiled as C++: barriers, shuffles, votes and atomics
// with CUDA's meaning; and where lanes meet for matrix fragments. Only kernels/cuda/launch.h and
// tests include it.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/error.h"
#include "runtime/fake/emulated_grid.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

inline void __syncthreads(const pelton::fake::Place& place = pelton::fake::Place::current()) {
  pelton::fake::block_barrier(place);
}

inline void __syncwarp(unsigned mask = 0xFFFFFFFFu,
                       const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const char nothing = 0;
  pelton::fake::exchange(mask, &nothing, 1, place);
}

namespace pelton::fake {

template <class T>
T value_of(const Exchange& met, int lane) {
  T value;
  std::memcpy(&value, met.values[lane].bytes, sizeof value);
  return value;
}

// The lane that a shuffle reads from: `source` counts within groups of `width` lanes; outside the
// group, or for a lane that the mask leaves out, the lane's own value stays.
template <class T>
T shuffle(unsigned mask, T value, int (*source)(int in_group, int argument, int width),
          int argument, int width, const Place& place) {
  static_assert(sizeof(T) <= sizeof(LaneValue));
  const Exchange met = exchange(mask, &value, sizeof value, place);
  const int group = met.lane / width * width;
  const int from = source(met.lane - group, argument, width);
  if (from < 0 || from >= width || (mask >> (group + from) & 1u) == 0) return value;
  return value_of<T>(met, group + from);
}

}  // namespace pelton::fake

template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize,
              const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const auto source = [](int, int wanted, int lanes) { return wanted % lanes; };
  return pelton::fake::shuffle(mask, value, source, lane, width, place);
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const auto source = [](int own, int by, int) { return own - by; };
  return pelton::fake::shuffle(mask, value, source, static_cast<int>(delta), width, place);
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                   const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const auto source = [](int own, int by, int) { return own + by; };
  return pelton::fake::shuffle(mask, value, source, static_cast<int>(delta), width, place);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize,
                  const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const auto source = [](int own, int by, int) { return own ^ by; };
  return pelton::fake::shuffle(mask, value, source, lane_mask, width, place);
}

inline unsigned __ballot_sync(unsigned mask, int predicate,
                              const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const pelton::fake::Exchange met =
      pelton::fake::exchange(mask, &predicate, sizeof predicate, place);
  unsigned votes = 0;
  for (int lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1u) != 0 && pelton::fake::value_of<int>(met, lane) != 0)
      votes |= 1u << lane;
  return votes;
}

inline int __any_sync(unsigned mask, int predicate,
                      const pelton::fake::Place& place = pelton::fake::Place::current()) {
  return __ballot_sync(mask, predicate, place) != 0;
}

inline int __all_sync(unsigned mask, int predicate,
                      const pelton::fake::Place& place = pelton::fake::Place::current()) {
  return __ballot_sync(mask, predicate, place) == mask;
}

namespace pelton::fake {

template <class T, class F>
T reduce_lanes(unsigned mask, T value, F combine, const Place& place) {
  const Exchange met = exchange(mask, &value, sizeof value, place);
  int lane = std::countr_zero(mask);
  T result = value_of<T>(met, lane);
  for (++lane; lane < warpSize; ++lane)
    if ((mask >> lane & 1u) != 0) result = combine(result, value_of<T>(met, lane));
  return result;
}

}  // namespace pelton::fake

// For int and unsigned, as on GPUs since Ampere.
template <class T>
T __reduce_add_sync(unsigned mask, T value,
                    const pelton::fake::Place& place = pelton::fake::Place::current()) {
  const auto add = [](T a, T b) {
    return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  };
  return pelton::fake::reduce_lanes(mask, value, add, place);
}

template <class T>
T __reduce_max_sync(unsigned mask, T value,
                    const pelton::fake::Place& place = pelton::fake::Place::current()) {
  return pelton::fake::reduce_lanes(
      mask, value, [](T a, T b) { return std::max(a, b); }, place);
}

template <class T>
T __reduce_min_sync(unsigned mask, T value,
                    const pelton::fake::Place& place = pelton::fake::Place::current()) {
  return pelton::fake::reduce_lanes(
      mask, value, [](T a, T b) { return std::min(a, b); }, place);
}

// Atomics are plain: blocks run one after another, and threads change places at barriers only.
// Each gives the value from before.
namespace pelton::fake {
template <class T, class F>
T replace(T* at, F value_after) {
  const T before = *at;
  *at = value_after(before);
  return before;
}
}  // namespace pelton::fake

template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
  return pelton::fake::replace(at, [=](T old) { return static_cast<T>(old + value); });
}

template <class T>
T atomicMax(T* at, std::type_identity_t<T> value) {
  return pelton::fake::replace(at, [=](T old) { return std::max(old, value); });
}

template <class T>
T atomicMin(T* at, std::type_identity_t<T> value) {
  return pelton::fake::replace(at, [=](T old) { return std::min(old, value); });
}

template <class T>
T atomicExch(T* at, std::type_identity_t<T> value) {
  return pelton::fake::replace(at, [=](T) { return value; });
}

template <class T>
T atomicCAS(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return pelton::fake::replace(at, [=](T old) { return old == expected ? value : old; });
}

inline void __threadfence() {}
inline void __threadfence_block() {}

namespace pelton::fake {

struct FragmentPlace {
  const void* at;
  size_t step_bytes;
  bool operator==(const FragmentPlace&) const = default;
};

// Waits for all lanes of the warp at a matrix fragment in memory; raises where it lies in a place
// that no GPU takes, or not all lanes mean the same one.
inline void meet_at_fragment(const FragmentPlace& own, const Place& place = Place::current()) {
  check_aligned(own.at, 32, place);
  check(own.step_bytes % 16 == 0, Code::internal, "rows of a matrix fragment begin ",
        own.step_bytes, " bytes apart, which is no multiple of 16");
  const Exchange met = exchange(0xFFFFFFFFu, &own, sizeof own, place);
  for (int lane = 0; lane < warpSize; ++lane)
    check(value_of<FragmentPlace>(met, lane) == own, Code::internal,
          "the lanes of a warp mean different matrix fragments");
}

}  // namespace pelton::fake
