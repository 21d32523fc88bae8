// Owns FarmHash's Fingerprint64, an algorithm that never changes.
#include <bit>
#include <cstring>
#include <utility>

#include "kernels/cpu/strings/hashes.h"

namespace pelton::cpu {
namespace {

using Pair = std::pair<uint64_t, uint64_t>;

constexpr uint64_t k0 = 0xc3a5c85c97cb3127, k1 = 0xb492b66fbe98f273, k2 = 0x9ae16a3b2f90404f;

template <class T>
uint64_t fetch(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
uint64_t fetch64(const char* at) { return fetch<uint64_t>(at); }
uint64_t rotate(uint64_t x, int by) { return std::rotr(x, by); }
uint64_t mix(uint64_t x) { return x ^ (x >> 47); }

uint64_t join(uint64_t u, uint64_t v, uint64_t by) {
  const uint64_t a = mix((u ^ v) * by);
  return mix((v ^ a) * by) * by;
}

uint64_t hash_0_to_16(const char* s, size_t size) {
  const uint64_t by = k2 + size * 2;
  if (size >= 8) {
    const uint64_t a = fetch64(s) + k2, b = fetch64(s + size - 8);
    return join(rotate(b, 37) * by + a, (rotate(a, 25) + b) * by, by);
  }
  if (size >= 4) return join(size + (fetch<uint32_t>(s) << 3), fetch<uint32_t>(s + size - 4), by);
  if (size == 0) return k2;
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(s[i])); };
  const uint32_t y = byte(0) + (byte(size >> 1) << 8);
  const uint32_t z = static_cast<uint32_t>(size) + (byte(size - 1) << 2);
  return mix(y * k2 ^ z * k0) * k2;
}

uint64_t hash_17_to_32(const char* s, size_t size) {
  const uint64_t by = k2 + size * 2;
  const uint64_t a = fetch64(s) * k1, b = fetch64(s + 8);
  const uint64_t c = fetch64(s + size - 8) * by, d = fetch64(s + size - 16) * k2;
  return join(rotate(a + b, 43) + rotate(c, 30) + d, a + rotate(b + k2, 18) + c, by);
}

uint64_t hash_33_to_64(const char* s, size_t size) {
  const uint64_t by = k2 + size * 2;
  const uint64_t a = fetch64(s) * k2, b = fetch64(s + 8);
  const uint64_t c = fetch64(s + size - 8) * by, d = fetch64(s + size - 16) * k2;
  const uint64_t y = rotate(a + b, 43) + rotate(c, 30) + d;
  const uint64_t z = join(y, a + rotate(b + k2, 18) + c, by);
  const uint64_t e = fetch64(s + 16) * by, f = fetch64(s + 24);
  const uint64_t g = (y + fetch64(s + size - 32)) * by, h = (z + fetch64(s + size - 24)) * by;
  return join(rotate(e + f, 43) + rotate(g, 30) + h, e + rotate(f + a, 18) + g, by);
}

Pair hash_32(const char* s, uint64_t a, uint64_t b) {
  const uint64_t z = fetch64(s + 24);
  a += fetch64(s);
  b = rotate(b + a + z, 21);
  const uint64_t c = a;
  a += fetch64(s + 8);
  a += fetch64(s + 16);
  b += rotate(a, 44);
  return {a + z, b + c};
}

// The state while blocks of 64 bytes are read.
struct State {
  uint64_t x, y, z;
  Pair v{0, 0}, w{0, 0};

  void read(const char* s, uint64_t by, uint64_t of_w, uint64_t of_v) {
    x = rotate(x + y + v.first + fetch64(s + 8), 37) * by;
    y = rotate(y + v.second + fetch64(s + 48), 42) * by;
    x ^= w.second * of_w;
    y += v.first * of_v + fetch64(s + 40);
    z = rotate(z + w.first, 33) * by;
    v = hash_32(s, v.second * by, x + w.first);
    w = hash_32(s + 32, z + w.second, y + fetch64(s + 16));
    std::swap(z, x);
  }
};

}  // namespace

uint64_t farm_fingerprint(std::string_view text) {
  const char* s = text.data();
  const size_t size = text.size();
  if (size <= 16) return hash_0_to_16(s, size);
  if (size <= 32) return hash_17_to_32(s, size);
  if (size <= 64) return hash_33_to_64(s, size);
  constexpr uint64_t kSeed = 81;
  const uint64_t y = kSeed * k1 + 113;
  State state{kSeed * k2 + fetch64(s), y, mix(y * k2 + 113) * k2};
  const char* const end = s + (size - 1) / 64 * 64;
  const char* const last = end + ((size - 1) & 63) - 63;
  for (; s != end; s += 64) state.read(s, k1, 1, 1);
  const uint64_t by = k1 + ((state.z & 0xff) << 1);
  state.w.first += (size - 1) & 63;
  state.v.first += state.w.first;
  state.w.first += state.v.first;
  state.read(last, by, 9, 9);
  return join(join(state.v.first, state.w.first, by) + mix(state.y) * k0 + state.z,
              join(state.v.second, state.w.second, by) + state.x, by);
}

}  // namespace pelton::cpu
