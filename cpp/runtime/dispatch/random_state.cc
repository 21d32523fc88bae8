#include "runtime/dispatch/random_state.h"

#include <algorithm>
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

// What TensorFlow takes for a seed that nobody set, where an op has one.
constexpr int64_t kSeedOfOpsAlone = 87654321;
// What is reserved where nobody knows how many numbers are drawn.
constexpr int64_t kUnknownBlocks = int64_t{1} << 28;

// TensorFlow takes seeds modulo the largest one.
constexpr int64_t kMostSeed = (int64_t{1} << 31) - 1;
int64_t truncated(int64_t seed) { return (seed % kMostSeed + kMostSeed) % kMostSeed; }

// The stream of an op by the two seeds that TensorFlow gives it, of which one is not 0.
RandomStream seeded(int64_t seed, int64_t op_seed) {
  const int64_t key = truncated(seed), offset = truncated(op_seed);
  return {key, key == 0 && offset == 0 ? kMostSeed : offset, 0};
}

// Unlike any other that is drawn, so that a gradient's use of it is known again.
RandomStream placeholder_stream() {
  static std::atomic<int64_t> next{0};
  return {std::numeric_limits<int64_t>::min(), next.fetch_add(1, std::memory_order_relaxed)};
}

uint64_t reserved(int64_t blocks) {
  return static_cast<uint64_t>(blocks < 0 ? kUnknownBlocks : blocks);
}

// The stream that begins at `block`, which moves on to the one after what it may take.
RandomStream reserve(int64_t seed, int64_t op_seed, uint64_t& block, int64_t blocks) {
  RandomStream stream = seeded(seed, op_seed);
  stream.block = static_cast<int64_t>(block);
  block += reserved(blocks);
  return stream;
}

int64_t unforeseen_key() {
  std::random_device device;
  return mix((static_cast<uint64_t>(device()) << 32) | device());
}

}  // namespace

RandomState::RandomState() : key_(unforeseen_key()) {}

void RandomState::seed(int64_t seed) {
  begin(mix(static_cast<uint64_t>(seed)), OpSeeds(seed), seed);
}

void RandomState::seed(int64_t remainder, std::vector<uint32_t> size) {
  uint64_t folded = 0;
  for (const uint32_t word : size) folded = static_cast<uint64_t>(mix(folded ^ word));
  begin(mix(folded), OpSeeds(std::move(size)), remainder);
}

void RandomState::unseed() { begin(unforeseen_key(), std::nullopt, 0); }

void RandomState::begin(int64_t key, std::optional<OpSeeds> op_seeds, int64_t seed) {
  std::lock_guard lock(mutex_);
  key_ = key;
  op_seeds_.reset();
  if (op_seeds) op_seeds_.emplace(std::move(*op_seeds));
  seed_ = seed;
  next_ = {};
  next_pass_ = 0;
  next_block_.clear();
  for (GraphOp& op : graph_ops_) op.block = 0;
}

bool RandomState::is_seeded() {
  std::lock_guard lock(mutex_);
  return op_seeds_.has_value();
}

RandomStream RandomState::draw(const std::optional<int64_t>& op_seed, const DrawnBy& by) {
  std::lock_guard lock(mutex_);
  if (op_seed && is_graph_op(*op_seed)) {
    GraphOp* const op = find_graph_op(*op_seed);
    if (op == nullptr) return {key_, next_.own++};
    return reserve(op->seed, op->op_seed, op->block, by.blocks);
  }
  if (!op_seed) {
    if (!op_seeds_) return {key_, next_.own++};
    return seeded(seed_, op_seeds_->at(next_.ops++));
  }
  return reserve(op_seeds_ ? seed_ : kSeedOfOpsAlone, *op_seed,
                 next_block_[{*op_seed, by.op, by.dtypes}], by.blocks);
}

std::optional<int64_t> RandomState::next_op_seed() {
  std::lock_guard lock(mutex_);
  if (!op_seeds_) return std::nullopt;
  return op_seeds_->at(next_.ops++);
}

RandomState::GraphOp* RandomState::find_graph_op(int64_t number) {
  const int64_t place = number - kFirstGraphOp;
  const bool is_there = place >= 0 && place < static_cast<int64_t>(graph_ops_.size());
  return is_there ? &graph_ops_[static_cast<size_t>(place)] : nullptr;
}

int64_t RandomState::add_graph_op(int64_t op_seed, std::optional<int64_t> seed) {
  std::lock_guard lock(mutex_);
  GraphOp op{seed.value_or(op_seeds_ ? seed_ : kSeedOfOpsAlone), op_seed};
  if (const GraphOp* const other = find_graph_op(op_seed)) op = {other->seed, other->op_seed};
  graph_ops_.push_back(op);
  return kFirstGraphOp + static_cast<int64_t>(graph_ops_.size()) - 1;
}

RandomState::GraphOp RandomState::graph_op(int64_t number) {
  std::lock_guard lock(mutex_);
  const GraphOp* const found = find_graph_op(number);
  return found == nullptr ? GraphOp{} : *found;
}

RandomStream RandomState::draw_own() {
  std::lock_guard lock(mutex_);
  return {key_, next_.own++, 0};
}

std::optional<RandomState::CountingSeed> RandomState::draw_counting(int64_t number) {
  std::lock_guard lock(mutex_);
  ++next_.own;
  KeptSeed* const found = find(number);
  if (found == nullptr) return std::nullopt;
  return found->move_on(1);
}

RandomState::CountingSeed RandomState::KeptSeed::move_on(int64_t draws) {
  const std::shared_ptr<SeedStore> alive = store.lock();
  const CountingSeed now = alive != nullptr ? alive->read() : last;
  last = {now.seed, now.drawn + draws};
  if (alive != nullptr) alive->write(last);
  return now;
}

RandomState::KeptSeed* RandomState::find(int64_t number) {
  const int64_t place = number - kFirstCounting;
  const bool is_there = place >= 0 && place < static_cast<int64_t>(counting_.size());
  return is_there ? &counting_[static_cast<size_t>(place)] : nullptr;
}

int64_t RandomState::add_counting_seed(const std::shared_ptr<SeedStore>& store) {
  std::lock_guard lock(mutex_);
  counting_.push_back({store, store->read()});
  return kFirstCounting + static_cast<int64_t>(counting_.size()) - 1;
}

int64_t RandomState::draw_seed() {
  constexpr uint64_t kMost = 1000000000;
  const RandomStream stream = draw_own();
  const int64_t spread = stream.key ^ mix(static_cast<uint64_t>(stream.offset));
  const auto word = static_cast<uint64_t>(mix(static_cast<uint64_t>(spread)));
  return static_cast<int64_t>(word % kMost) + 1;
}

RandomStream RandomState::draw_order() {
  std::lock_guard lock(mutex_);
  return op_seeds_ ? seeded(seed_, 0) : RandomStream{key_, next_.own++, 0};
}

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

void RandomState::take_back(const Position& position, int64_t drawn, std::span<const Drawn> noted) {
  std::lock_guard lock(mutex_);
  if (next_.own + next_.ops != position.own + position.ops + drawn) return;
  next_ = position;
  for (const auto& [number, blocks] : noted) {
    if (KeptSeed* const own = find(number)) own->move_on(-1);
    if (GraphOp* const op = find_graph_op(number)) op->block -= std::min(op->block, blocks);
  }
}

namespace {
thread_local RandomFork* fork = nullptr;
thread_local int64_t drawn = 0;
thread_local int notes = 0;
thread_local std::vector<RandomState::Drawn> noted;  // while there are notes
}  // namespace

DrawNotes::DrawNotes()
    : position_(runtime().random().position()), drawn_(drawn), noted_(noted.size()) {
  ++notes;
}

DrawNotes::~DrawNotes() {
  if (--notes == 0) noted.clear();
}

void DrawNotes::take_back() {
  runtime().random().take_back(position_, drawn - drawn_,
                               std::span<const RandomState::Drawn>(noted).subspan(noted_));
  noted.resize(noted_);
}

RandomFork::RandomFork(RandomStream stream, std::optional<int64_t> element)
    : stream_(stream), element_(element), outer_(fork) {
  fork = this;
}

RandomFork::~RandomFork() { fork = outer_; }

RandomFork* RandomFork::current() { return fork; }

RandomStream RandomFork::draw(std::optional<int64_t> op_seed, int64_t blocks) {
  const auto spread = [](int64_t x) {
    return static_cast<uint64_t>(mix(static_cast<uint64_t>(x)));
  };
  if (op_seed && RandomState::is_graph_op(*op_seed)) {
    const RandomState::GraphOp op = runtime().random().graph_op(*op_seed);
    op_seed = op.op_seed;
    if (element_) {
      RandomStream stream = seeded(op.seed, op.op_seed);
      stream.block = *element_ * static_cast<int64_t>(reserved(blocks));
      return stream;
    }
  }
  const uint64_t own = op_seed ? spread(*op_seed) : 0;
  return {mix(static_cast<uint64_t>(stream_.key) ^ spread(stream_.offset) ^ own), next_++};
}

namespace {

// What goes before the state's own streams.
std::optional<RandomStream> other_stream(const std::optional<int64_t>& op_seed, int64_t blocks) {
  if (context().symbolic_scope() != nullptr) return placeholder_stream();
  if (RandomFork* const forked = RandomFork::current()) return forked->draw(op_seed, blocks);
  check(op_seed || !runtime().is_deterministic() || runtime().random().is_seeded(),
        Code::runtime_error,
        "Random ops require a seed to be set when determinism is enabled. Please set a seed before "
        "running the op, e.g. by calling tf.random.set_seed(1).");
  return std::nullopt;
}

// The seed of an op: its own, or the one that the graph gives which is being traced.
std::optional<int64_t> seed_in_graph(const std::optional<int64_t>& op_seed) {
  if (op_seed)
    return RandomState::is_graph_op(*op_seed) ? op_seed : std::optional(truncated(*op_seed));
  const std::vector<Observer*>& observers = context().observers();
  for (auto innermost = observers.rbegin(); innermost != observers.rend(); ++innermost)
    if ((*innermost)->is_graph()) return (*innermost)->next_op_seed();
  return std::nullopt;
}

}  // namespace

std::optional<RandomStream> announce_draw(const std::optional<int64_t>& op_seed) {
  for (Observer* observer : context().observers()) observer->on_draw(op_seed);
  return other_stream(op_seed, -1);
}

void note_draw(const std::optional<int64_t>& counting) {
  ++drawn;
  if (counting && notes > 0) noted.push_back({*counting, 0});
}

RandomStream draw_stream(const std::optional<int64_t>& op_seed, const DrawnBy& by) {
  std::optional<int64_t> seed = seed_in_graph(op_seed), outermost;
  for (Observer* observer : context().observers()) {
    const std::optional<int64_t> in_graph = observer->on_op_draw(seed, by.blocks);
    if (!outermost) outermost = in_graph;
  }
  if (outermost) seed = outermost;
  if (const std::optional<RandomStream> other = other_stream(seed, by.blocks)) return *other;
  if (!seed) note_draw(std::nullopt);
  if (seed && RandomState::is_graph_op(*seed) && notes > 0)
    noted.push_back({*seed, reserved(by.blocks)});
  return runtime().random().draw(seed, by);
}

}  // namespace pelton
