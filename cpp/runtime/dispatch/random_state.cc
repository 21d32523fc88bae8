#include "runtime/dispatch/random_state.h"

#include <atomic>
#include <limits>
#include <random>

#include "kernels/common/philox.h"
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

// What TensorFlow takes for a seed that nobody set, where an op has one.
constexpr int64_t kSeedOfOpsAlone = 87654321;
// Blocks of Philox that TensorFlow reserves for a number.
constexpr int64_t kBlocksPerNumber = 256;
constexpr int64_t kUnknownNumbers = int64_t{1} << 20;

// Seeds of Keras are taken modulo 2^31 - 2 before they are scrambled.
int64_t reduced(int64_t seed) {
  constexpr int64_t kModulus = (int64_t{1} << 31) - 2;
  return (seed % kModulus + kModulus) % kModulus;
}

// The stream of an op by the two seeds that TensorFlow gives it, of which one is not 0.
RandomStream seeded(int64_t seed, int64_t op_seed) {
  constexpr int64_t kMost = (int64_t{1} << 31) - 1;
  const int64_t key = (seed % kMost + kMost) % kMost, offset = (op_seed % kMost + kMost) % kMost;
  return {key, key == 0 && offset == 0 ? kMost : offset, 0};
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
  key_ = mix(static_cast<uint64_t>(seed));
  op_seeds_.emplace(seed);
  seeded_ = true;
  seed_ = seed;
  next_ = {};
  next_pass_ = 0;
  next_block_.clear();
}

RandomStream RandomState::draw(const std::optional<int64_t>& op_seed, const DrawnBy& by) {
  std::lock_guard lock(mutex_);
  if (!op_seed) {
    if (!op_seeds_) return {key_, next_.own++};
    return seeded(seed_, op_seeds_->at(next_.ops++));
  }
  RandomStream stream = seeded(op_seeds_ ? seed_ : kSeedOfOpsAlone, *op_seed);
  int64_t& block = next_block_[{*op_seed, by.op}];
  stream.block = block;
  block += kBlocksPerNumber * (by.numbers < 0 ? kUnknownNumbers : by.numbers);
  return stream;
}

int64_t RandomState::next_op_seed() {
  std::lock_guard lock(mutex_);
  check(op_seeds_.has_value(), Code::internal, "no seed was set");
  return op_seeds_->at(next_.ops++);
}

RandomStream RandomState::draw_own(const std::optional<int64_t>& counting) {
  std::lock_guard lock(mutex_);
  const int64_t number = next_.own++;
  if (!counting) return {key_, number, 0};
  // A program from a file may know one that is not there.
  if (!has(*counting)) return {mix(static_cast<uint64_t>(key_ ^ *counting)), number, 0};
  CountingSeed& own = counting_[static_cast<size_t>(*counting)];
  return seeded_stream(own.seed, own.drawn++);
}

bool RandomState::counts(int64_t number) {
  std::lock_guard lock(mutex_);
  return has(number);
}

bool RandomState::has(int64_t number) const {
  return number >= 0 && number < static_cast<int64_t>(counting_.size());
}

int64_t RandomState::add_counting_seed(int64_t seed) {
  std::lock_guard lock(mutex_);
  counting_.push_back({reduced(seed), 0});
  return static_cast<int64_t>(counting_.size()) - 1;
}

RandomState::CountingSeed RandomState::counting_seed(int64_t number) {
  std::lock_guard lock(mutex_);
  check(has(number), Code::value_error, "no layer has the counting seed ", number);
  return counting_[static_cast<size_t>(number)];
}

void RandomState::set_counting_seed(int64_t number, const CountingSeed& seed) {
  std::lock_guard lock(mutex_);
  check(has(number), Code::value_error, "no layer has the counting seed ", number);
  counting_[static_cast<size_t>(number)] = seed;
}

int64_t RandomState::draw_seed() {
  constexpr uint64_t kMost = 1000000000;
  return static_cast<int64_t>(stream_word<uint64_t>(draw_own(), 0) % kMost) + 1;
}

RandomStream RandomState::order_stream() const { return seeded(seed_, 0); }

RandomStream RandomState::draw_pass() {
  constexpr uint64_t kOfPasses = 0x70617373;
  std::lock_guard lock(mutex_);
  return {mix(static_cast<uint64_t>(key_) ^ kOfPasses), next_pass_++};
}

RandomState::Position RandomState::position() {
  std::lock_guard lock(mutex_);
  return next_;
}

void RandomState::go_to(const Position& position) {
  std::lock_guard lock(mutex_);
  next_ = position;
}

void RandomState::take_back(const Position& position, int64_t drawn,
                            std::span<const int64_t> counting) {
  std::lock_guard lock(mutex_);
  if (next_.own + next_.ops != position.own + position.ops + drawn) return;
  next_ = position;
  for (const int64_t number : counting) --counting_[static_cast<size_t>(number)].drawn;
}

RandomStream seeded_stream(int64_t seed, int64_t count) {
  const PhiloxWords words = scrambled(reduced(seed), reduced(count));
  return {static_cast<int64_t>(words.wide(0)), static_cast<int64_t>(words.wide(1)), 0};
}

namespace {
thread_local RandomFork* fork = nullptr;
thread_local int64_t drawn = 0;
thread_local int notes = 0;
thread_local std::vector<int64_t> counted;  // seeds by which was drawn while there are notes
}  // namespace

DrawNotes::DrawNotes()
    : position_(runtime().random().position()), drawn_(drawn), counted_(counted.size()) {
  ++notes;
}

DrawNotes::~DrawNotes() {
  if (--notes == 0) counted.clear();
}

void DrawNotes::take_back() {
  runtime().random().take_back(position_, drawn - drawn_, std::span(counted).subspan(counted_));
  counted.resize(counted_);
}

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

namespace {

// Tells the observers of a draw. A stream where the process's state is not what gives it.
std::optional<RandomStream> announce(const std::optional<int64_t>& op_seed) {
  for (Observer* observer : context().observers()) observer->on_draw(op_seed);
  if (context().symbolic_scope() != nullptr) return placeholder_stream();
  if (RandomFork* const forked = RandomFork::current()) return forked->draw(op_seed);
  check(op_seed || runtime().random().is_seeded() || !runtime().is_deterministic(),
        Code::runtime_error,
        "Random ops require a seed to be set when determinism is enabled. Please set a seed before "
        "running the op, e.g. by calling tf.random.set_seed(1).");
  return std::nullopt;
}

}  // namespace

RandomStream draw_stream(const std::optional<int64_t>& op_seed, const DrawnBy& by) {
  if (const std::optional<RandomStream> other = announce(op_seed)) return *other;
  if (!op_seed) ++drawn;
  return runtime().random().draw(op_seed, by);
}

RandomStream draw_own_stream(const std::optional<int64_t>& op_seed) {
  if (const std::optional<RandomStream> other = announce(op_seed)) return *other;
  ++drawn;
  const RandomStream stream = runtime().random().draw_own(op_seed);
  if (op_seed && notes > 0 && runtime().random().counts(*op_seed)) counted.push_back(*op_seed);
  return stream;
}

}  // namespace pelton
