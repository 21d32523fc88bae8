// Owns Pack: neighbours in memory that one instruction loads or stores.
#pragma once
#include <bit>

#include "kernels/cuda/launch.h"

namespace pelton::cuda {

inline constexpr int kPackBytes = 16;  // the most that one instruction moves

template <class T, int N>
struct alignas(N * sizeof(T)) Pack {
  static_assert(N * sizeof(T) <= kPackBytes && std::has_single_bit(N * sizeof(T)));
  T values[N];
};

// Whether a Pack of N values may lie there.
template <int N, class T>
PELTON_HD bool is_pack_place(const T* at) {
  return reinterpret_cast<uintptr_t>(at) % sizeof(Pack<T, N>) == 0;
}

#ifdef __CUDACC__

template <int N, class T>
__device__ Pack<T, N> load_pack(const T* from) {
  return *reinterpret_cast<const Pack<T, N>*>(from);
}

template <class T, int N>
__device__ void store_pack(T* to, const Pack<T, N>& pack) {
  *reinterpret_cast<Pack<T, N>*>(to) = pack;
}

#else

// As on a GPU, an address that is no multiple of the pack's bytes is an error.
template <int N, class T>
Pack<T, N> load_pack(const T* from, const fake::Place& place = fake::Place::current()) {
  fake::check_aligned(from, sizeof(Pack<T, N>), place);
  Pack<T, N> pack;
  std::copy_n(from, N, pack.values);
  return pack;
}

template <class T, int N>
void store_pack(T* to, const Pack<T, N>& pack, const fake::Place& place = fake::Place::current()) {
  fake::check_aligned(to, sizeof pack, place);
  std::copy_n(pack.values, N, to);
}

#endif

}  // namespace pelton::cuda
