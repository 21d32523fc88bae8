// Owns RandomState: the process's seed and the counter that random ops draw from (Philox 4x32-10).
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/dtype.h"
#include "runtime/dispatch/kernel_context.h"
#include "runtime/dispatch/op_seeds.h"

namespace pelton {

// What draws: TensorFlow's name of an op, how many blocks of Philox it reserves (below 0: unknown),
// and the dtypes by which TensorFlow tells kernels of that name apart.
struct DrawnBy {
  std::string_view op;
  int64_t blocks = -1;
  std::pair<DType, DType> dtypes = {};
};
// What most ops reserve for so many numbers, which may be unknown (-1).
constexpr int64_t blocks_for(int64_t numbers) { return numbers < 0 ? -1 : 256 * numbers; }

class RandomState {
 public:
  // How many streams were drawn so far: the engine's own and those of ops.
  struct Position {
    int64_t own = 0, ops = 0;
    bool operator==(const Position&) const = default;
  };
  // A random op in a graph: the seeds that it has from its trace on, and the block of Philox after
  // its last draw.
  struct GraphOp {
    int64_t seed = 0, op_seed = 0;
    uint64_t block = 0;
  };
  // Of draws: of whom, a counting seed or an op in a graph, and the blocks that were taken.
  struct Drawn {
    int64_t number = 0;
    uint64_t blocks = 0;
  };
  // The seed of a layer, which counts its draws as a SeedGenerator of Keras does.
  struct CountingSeed {
    int64_t seed = 0, drawn = 0;
  };
  // Where a counting seed is kept, for others to read and set. Draws nothing.
  class SeedStore {
   public:
    virtual ~SeedStore() = default;
    virtual CountingSeed read() const = 0;
    virtual void write(const CountingSeed& seed) = 0;
  };

  RandomState();
  // Makes all later draws reproducible, as `tf.random.set_seed`: ops in graphs keep their seeds and
  // begin anew.
  void seed(int64_t seed);
  // The same by a seed of any size, as OpSeeds takes it, and by what remains of it modulo the
  // largest seed of an op, 2^31 - 1.
  void seed(int64_t remainder, std::vector<uint32_t> size);
  // As before any seed was set, for `tf.random.set_seed(None)`.
  void unseed();
  bool is_seeded();
  // The stream of an eager op. After seed() it is TensorFlow's: by the seed and op_seed it goes on
  // where the op's last draw with them ended, without op_seed the seed of a new op follows.
  RandomStream draw(const std::optional<int64_t>& op_seed, const DrawnBy& by);
  // The seed that the next op without one has; absent before seed().
  std::optional<int64_t> next_op_seed();
  // The number of a new op in a graph, above all seeds that ops have, by the seed of the op and
  // that of the process now, or `seed`; by the number of another op: one of the same seeds.
  int64_t add_graph_op(int64_t op_seed, std::optional<int64_t> seed = std::nullopt);
  static bool is_graph_op(int64_t number) {
    return number >= kFirstGraphOp && number < kFirstCounting;
  }
  GraphOp graph_op(int64_t number);
  // A fresh stream of the engine's own.
  RandomStream draw_own();
  // The number of a new counting seed, above all that ops have; seed() leaves it as it is. Once the
  // store is gone, draws go on where it was.
  int64_t add_counting_seed(const std::shared_ptr<SeedStore>& store);
  // The next draw by a counting seed; absent where a program from a file knows one that is not
  // there.
  std::optional<CountingSeed> draw_counting(int64_t number);
  static bool is_counting(int64_t number) { return number >= kFirstCounting; }
  // A number in [1, 10^9] that follows from such a stream.
  int64_t draw_seed();
  // The stream that orders samples in training: after seed() the same for each pass, as Keras's.
  RandomStream draw_order();
  // A stream for a pass over a dataset: ops draw the same, however many passes begin.
  RandomStream draw_pass();
  Position position();
  // Goes on as if that many streams had been drawn.
  void go_to(const Position& position);
  // Has those that were drawn since `position` drawn again, unless somebody else drew too: the
  // calling thread drew `drawn` of them, and `noted` by counting seeds and ops in graphs.
  void take_back(const Position& position, int64_t drawn, std::span<const Drawn> noted);

 private:
  static constexpr int64_t kFirstGraphOp = int64_t{1} << 61, kFirstCounting = int64_t{1} << 62;
  void begin(int64_t key, std::optional<OpSeeds> op_seeds, int64_t seed);
  struct KeptSeed {
    std::weak_ptr<SeedStore> store;
    CountingSeed last;
    // What is there now, moved on by so many draws.
    CountingSeed move_on(int64_t draws);
  };
  KeptSeed* find(int64_t number);          // null: not there
  GraphOp* find_graph_op(int64_t number);  // null: not there
  std::mutex mutex_;
  int64_t key_;
  std::optional<OpSeeds> op_seeds_;  // absent before seed()
  int64_t seed_ = 0;
  Position next_;
  int64_t next_pass_ = 0;
  std::vector<KeptSeed> counting_;
  std::vector<GraphOp> graph_ops_;
  // The block after the last draw of an op with a seed of its own.
  using SeededOp = std::tuple<int64_t, std::string_view, std::pair<DType, DType>>;
  std::map<SeededOp, uint64_t> next_block_;
};

// While one lives, this thread's ops draw from streams that follow from `stream` alone, in order:
// what runs again draws the same. For element number `element` of a pipeline ops in its function's
// graph go on where they ended for the element before.
class RandomFork {
 public:
  explicit RandomFork(RandomStream stream, std::optional<int64_t> element = std::nullopt);
  ~RandomFork();
  RandomFork(const RandomFork&) = delete;
  RandomFork& operator=(const RandomFork&) = delete;
  RandomStream draw(std::optional<int64_t> op_seed, int64_t blocks = -1);
  // The calling thread's innermost one, or null.
  static RandomFork* current();

 private:
  const RandomStream stream_;
  const std::optional<int64_t> element_;
  RandomFork* const outer_;
  int64_t next_ = 0;
};

// Notes what the calling thread draws from the process's state while one lives, so that it can be
// drawn again.
class DrawNotes {
 public:
  DrawNotes();
  ~DrawNotes();
  DrawNotes(const DrawNotes&) = delete;
  DrawNotes& operator=(const DrawNotes&) = delete;
  void take_back();

 private:
  const RandomState::Position position_;
  const int64_t drawn_;
  const size_t noted_;
};

// A stream of the process's state for the next random op, with that op's own seed if it has one;
// the calling thread's observers hear of it.
RandomStream draw_stream(const std::optional<int64_t>& op_seed, const DrawnBy& by);
// What a draw by the process's state begins with: tells the observers, and gives a stream where it
// is another that does.
std::optional<RandomStream> announce_draw(const std::optional<int64_t>& op_seed);
// Counts a stream that the calling thread drew, by a counting seed if it was one.
void note_draw(const std::optional<int64_t>& counting);

}  // namespace pelton
