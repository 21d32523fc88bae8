#include "ops/random/layer_streams.h"

#include "kernels/common/philox.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

// Seeds of Keras are taken modulo 2^31 - 2 before they are scrambled.
int64_t reduced(int64_t seed) {
  constexpr int64_t kModulus = (int64_t{1} << 31) - 2;
  return (seed % kModulus + kModulus) % kModulus;
}

}  // namespace

RandomStream seeded_stream(int64_t seed, int64_t count) {
  return scrambled(reduced(seed), reduced(count));
}

RandomStream draw_own_stream(const std::optional<int64_t>& counting) {
  if (const std::optional<RandomStream> other = announce_draw(counting)) return *other;
  note_draw(counting);
  RandomState& state = runtime().random();
  if (!counting) return state.draw_own();
  const std::optional<RandomState::CountingSeed> own = state.draw_counting(*counting);
  return own ? seeded_stream(own->seed, own->drawn)
             : seeded_stream(*counting, state.position().own);
}

}  // namespace pelton
