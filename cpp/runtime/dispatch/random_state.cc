#include "runtime/dispatch/random_state.h"

#include <atomic>
#include <limits>
#include <random>

#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

// splitmix64's finaliser (Steele et al., 2014): spreads close seeds over all key bits.
int64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<int64_t>(x ^ (x >> 31));
}

// Unlike any other that is drawn, so that a gradient's use of it is known again.
RandomStream placeholder_stream() {
  static std::atomic<int64_t> next{0};
  return {std::numeric_limits<int64_t>::min(), next.fetch_add(1, std::memory_order_relaxed)};
}

}  // namespace

RandomState::RandomState() {
  std::random_device device;
  key_ = mix((static_cast<uint64_t>(device()) << 32) | device());
}

void RandomState::seed(int64_t seed) {
  std::lock_guard lock(mutex_);
  seeded_ = true;
  key_ = mix(static_cast<uint64_t>(seed));
  next_ = 0;
  next_pass_ = 0;
}

RandomStream RandomState::draw() {
  std::lock_guard lock(mutex_);
  return {key_, next_++};
}

RandomStream RandomState::draw(int64_t op_seed) {
  std::lock_guard lock(mutex_);
  return {
      mix(static_cast<uint64_t>(key_) ^ static_cast<uint64_t>(mix(static_cast<uint64_t>(op_seed)))),
      next_++};
}

RandomStream RandomState::draw_pass() {
  constexpr uint64_t kOfPasses = 0x70617373;
  std::lock_guard lock(mutex_);
  return {mix(static_cast<uint64_t>(key_) ^ kOfPasses), next_pass_++};
}

int64_t RandomState::position() {
  std::lock_guard lock(mutex_);
  return next_;
}

void RandomState::go_to(int64_t position) {
  std::lock_guard lock(mutex_);
  next_ = position;
}

void RandomState::take_back(int64_t position, int64_t own) {
  std::lock_guard lock(mutex_);
  if (next_ == position + own) next_ = position;
}

namespace {
thread_local RandomFork* fork = nullptr;
thread_local int64_t drawn = 0;
}  // namespace

int64_t own_draws() { return drawn; }

RandomFork::RandomFork(RandomStream stream) : stream_(stream), outer_(fork) { fork = this; }

RandomFork::~RandomFork() { fork = outer_; }

RandomFork* RandomFork::current() { return fork; }

RandomStream RandomFork::draw(std::optional<int64_t> op_seed) {
  const auto spread = [](int64_t x) {
    return static_cast<uint64_t>(mix(static_cast<uint64_t>(x)));
  };
  const uint64_t own = op_seed ? spread(*op_seed) : 0;
  return {mix(static_cast<uint64_t>(stream_.key) ^ spread(stream_.offset) ^ own), next_++};
}

RandomStream draw_stream(std::optional<int64_t> op_seed) {
  for (Observer* observer : context().observers()) observer->on_draw(op_seed);
  if (context().symbolic_scope() != nullptr) return placeholder_stream();
  if (RandomFork* const forked = RandomFork::current()) return forked->draw(op_seed);
  RandomState& state = runtime().random();
  check(op_seed || state.is_seeded() || !runtime().is_deterministic(), Code::runtime_error,
        "Random ops require a seed to be set when determinism is enabled. Please set a seed before "
        "running the op, e.g. by calling tf.random.set_seed(1).");
  ++drawn;
  return op_seed ? state.draw(*op_seed) : state.draw();
}

}  // namespace pelton
