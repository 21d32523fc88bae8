// Owns RandomState: the process's seed and the counter that random ops draw from (Philox 4x32-10).
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/dispatch/kernel_context.h"
#include "runtime/dispatch/op_seeds.h"

namespace pelton {

// What draws: TensorFlow's name of an op, and how many numbers it makes; below 0: unknown.
struct DrawnBy {
  std::string_view op;
  int64_t numbers = 0;
};

class RandomState {
 public:
  // How many streams were drawn so far: the engine's own and those of ops.
  struct Position {
    int64_t own = 0, ops = 0;
    bool operator==(const Position&) const = default;
  };
  // The seed of a layer, which counts its draws as a SeedGenerator of Keras does.
  struct CountingSeed {
    int64_t seed = 0, drawn = 0;
  };

  RandomState();
  // Makes all later draws reproducible, as `tf.random.set_seed`.
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
  // The seed that the next op without one has after seed().
  int64_t next_op_seed();
  // A fresh stream of the engine's own.
  RandomStream draw_own();
  // The number of a new counting seed, above all that ops have; seed() leaves it as it is.
  int64_t add_counting_seed(int64_t seed);
  // The next draw by a counting seed; absent where a program from a file knows one that is not
  // there.
  std::optional<CountingSeed> draw_counting(int64_t number);
  static bool is_counting(int64_t number) { return number >= kFirstCounting; }
  CountingSeed counting_seed(int64_t number);
  void set_counting_seed(int64_t number, const CountingSeed& seed);
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
  // calling thread drew `drawn` of them, and one by each of the counting seeds.
  void take_back(const Position& position, int64_t drawn, std::span<const int64_t> counting);

 private:
  static constexpr int64_t kFirstCounting = int64_t{1} << 62;
  void begin(int64_t key, std::optional<OpSeeds> op_seeds, int64_t seed);
  CountingSeed* find(int64_t number);  // null: not there
  std::mutex mutex_;
  int64_t key_;
  std::optional<OpSeeds> op_seeds_;  // absent before seed()
  int64_t seed_ = 0;
  Position next_;
  int64_t next_pass_ = 0;
  std::vector<CountingSeed> counting_;
  // The block after the last draw of an op with a seed of its own.
  std::map<std::pair<int64_t, std::string_view>, uint64_t> next_block_;
};

// While one lives, this thread's ops draw from streams that follow from `stream` alone, in order:
// what runs again draws the same.
class RandomFork {
 public:
  explicit RandomFork(RandomStream stream);
  ~RandomFork();
  RandomFork(const RandomFork&) = delete;
  RandomFork& operator=(const RandomFork&) = delete;
  RandomStream draw(std::optional<int64_t> op_seed);
  // The calling thread's innermost one, or null.
  static RandomFork* current();

 private:
  const RandomStream stream_;
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
  const size_t counted_;
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
