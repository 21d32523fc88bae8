// Owns matrix fragments: 16 x 16 elements that the 32 lanes of a warp hold together, multiplied by
// tensor cores where there are some for the type. All lanes call each function, with the same
// arguments. Addresses in memory are multiples of 32 bytes, the steps between rows of 16 bytes.
#pragma once
#include "kernels/cuda/launch.h"
#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#endif

namespace pelton::cuda {

inline constexpr int kFragment = 16;

// Without tensor cores, and in the emulator: a lane makes 2 x 4 of the sums, and holds all that it
// needs for them.
template <class T>
struct PlainFragments {
  static constexpr int kRows = 2, kColumns = 4;

  struct Left {
    __device__ void load(const T* from, int step) {
      meet(from, step * sizeof(T));
      for (int i = 0; i < kRows; ++i)
        for (int d = 0; d < kFragment; ++d) values[i][d] = float(from[(row() + i) * step + d]);
    }
    float values[kRows][kFragment];
  };

  struct Right {
    __device__ void load(const T* from, int step) {
      meet(from, step * sizeof(T));
      for (int d = 0; d < kFragment; ++d)
        for (int j = 0; j < kColumns; ++j) values[d][j] = float(from[d * step + column() + j]);
    }
    float values[kFragment][kColumns];
  };

  struct Sums {
    __device__ void add_product(const Left& left, const Right& right) {
      for (int d = 0; d < kFragment; ++d)
        for (int i = 0; i < kRows; ++i)
          for (int j = 0; j < kColumns; ++j) values[i][j] += left.values[i][d] * right.values[d][j];
    }
    __device__ void store(float* to, int step) const {
      meet(to, step * sizeof(float));
      for (int i = 0; i < kRows; ++i)
        for (int j = 0; j < kColumns; ++j) to[(row() + i) * step + column() + j] = values[i][j];
    }
    float values[kRows][kColumns] = {};
  };

 private:
  __device__ static int lane() {
    return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) %
           warpSize;
  }
  __device__ static int row() { return lane() / 4 * kRows; }
  __device__ static int column() { return lane() % 4 * kColumns; }
  __device__ static void meet([[maybe_unused]] const void* at, [[maybe_unused]] size_t step_bytes) {
#ifndef __CUDACC__
    fake::meet_at_fragment({at, step_bytes});
#endif
  }
};

#ifdef __CUDACC__

template <class T>
struct TensorCoreFragments {
  using Element = std::conditional_t<std::is_same_v<T, Half>, __half, __nv_bfloat16>;
  template <class Role, class... Order>
  using Fragment = nvcuda::wmma::fragment<Role, kFragment, kFragment, kFragment, Order...>;

  template <class Role>
  struct Operand {
    __device__ void load(const T* from, int step) {
      nvcuda::wmma::load_matrix_sync(values, reinterpret_cast<const Element*>(from),
                                     static_cast<unsigned>(step));
    }
    Fragment<Role, Element, nvcuda::wmma::row_major> values;
  };
  using Left = Operand<nvcuda::wmma::matrix_a>;
  using Right = Operand<nvcuda::wmma::matrix_b>;

  struct Sums {
    __device__ Sums() { nvcuda::wmma::fill_fragment(values, 0.0f); }
    __device__ void add_product(const Left& left, const Right& right) {
      nvcuda::wmma::mma_sync(values, left.values, right.values, values);
    }
    __device__ void store(float* to, int step) const {
      nvcuda::wmma::store_matrix_sync(to, values, static_cast<unsigned>(step),
                                      nvcuda::wmma::mem_row_major);
    }
    Fragment<nvcuda::wmma::accumulator, float> values;
  };
};

// Tensor cores know half since compute capability 7.0, bfloat16 since 8.0.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <class T>
using Fragments =
    std::conditional_t<std::is_same_v<T, Half>, TensorCoreFragments<T>, PlainFragments<T>>;
#else
template <class T>
using Fragments = TensorCoreFragments<T>;
#endif

#else

template <class T>
using Fragments = PlainFragments<T>;

#endif

}  // namespace pelton::cuda
