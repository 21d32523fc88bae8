#include "runtime/cpu/turn_block.h"

#include <cstring>

namespace pelton {
namespace {

constexpr int64_t kItem = 4;

typedef uint32_t FourWords __attribute__((vector_size(16)));

// Four rows and columns at a time: the rows of `to` are written one after the other, for lines a
// power of two apart push each other out of the cache.
void turn_by_fours(char* to, int64_t to_step, const char* from, int64_t from_step) {
  for (int64_t i = 0; i < kTurnedBlock; i += 4, to += 4 * to_step)
    for (int64_t j = 0; j < kTurnedBlock; j += 4) {
      FourWords x[4];
      for (int64_t k = 0; k < 4; ++k)
        std::memcpy(&x[k], from + (j + k) * from_step + i * kItem, sizeof x[k]);
      const FourWords a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
      const FourWords b = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
      const FourWords c = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
      const FourWords d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
      const FourWords turned[] = {
          __builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
          __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
      for (int64_t k = 0; k < 4; ++k)
        std::memcpy(to + k * to_step + j * kItem, &turned[k], sizeof turned[k]);
    }
}

#if defined(__x86_64__)
typedef uint32_t Line __attribute__((vector_size(64)));

// The whole block in registers: rows that lie 1, 2, 4 and 8 apart swap the parts of so many
// columns that are not on the diagonal.
[[gnu::target("avx512f")]] void turn_in_registers(char* to, int64_t to_step, const char* from,
                                                  int64_t from_step) {
  Line x[kTurnedBlock], y[kTurnedBlock];
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock; ++i) std::memcpy(&x[i], from + i * from_step, sizeof x[i]);
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock; i += 2) {
    y[i] = __builtin_shufflevector(x[i], x[i + 1], 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12,
                                   28, 14, 30);
    y[i + 1] = __builtin_shufflevector(x[i], x[i + 1], 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27,
                                       13, 29, 15, 31);
  }
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock; i += 1 + i % 2 * 2) {
    x[i] = __builtin_shufflevector(y[i], y[i + 2], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13,
                                   28, 29);
    x[i + 2] = __builtin_shufflevector(y[i], y[i + 2], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27,
                                       14, 15, 30, 31);
  }
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock; i += i % 4 == 3 ? 5 : 1) {
    y[i] = __builtin_shufflevector(x[i], x[i + 4], 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25,
                                   26, 27);
    y[i + 4] = __builtin_shufflevector(x[i], x[i + 4], 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15,
                                       28, 29, 30, 31);
  }
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock / 2; ++i) {
    x[i] = __builtin_shufflevector(y[i], y[i + 8], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21,
                                   22, 23);
    x[i + 8] = __builtin_shufflevector(y[i], y[i + 8], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27,
                                       28, 29, 30, 31);
  }
#pragma GCC unroll 16
  for (int64_t i = 0; i < kTurnedBlock; ++i) std::memcpy(to + i * to_step, &x[i], sizeof x[i]);
}
#endif

}  // namespace

TurnBlock turn_block() {
#if defined(__x86_64__)
  static const bool has_wide_registers = __builtin_cpu_supports("avx512f");
  if (has_wide_registers) return &turn_in_registers;
#endif
  return &turn_by_fours;
}

}  // namespace pelton
