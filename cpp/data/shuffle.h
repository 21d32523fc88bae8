// Owns what is random: shuffle(), a buffer from which elements are drawn, and random numbers.
#pragma once
#include "data/dataset.h"

namespace pelton::data {

// The seeds of a shuffled pass.
struct Seeds {
  uint64_t key = 0;
  uint64_t offset = 0;
};

// Keeps `buffer` (at least 1) elements, gives one of them at random and takes the next in its
// place; a negative `buffer` keeps all. The order is TensorFlow's for these seeds: Philox words,
// one per element. `reshuffles`: each pass has seeds of its own, drawn from the given ones in the
// order in which passes begin; else all passes have the given ones.
DatasetRef shuffle(DatasetRef input, int64_t buffer, Seeds seeds, bool reshuffles);

// Words of a stream as int64, without end; passes have seeds as those of shuffle() have.
DatasetRef random_words(Seeds seeds, bool rerandomizes);

// The words of one Philox stream in order.
class RandomWords {
 public:
  // `drawn`: how many words have been drawn already.
  explicit RandomWords(Seeds seeds, uint64_t drawn = 0);
  uint32_t operator()();
  Seeds seeds() const { return seeds_; }
  uint64_t drawn() const { return drawn_; }

 private:
  void make_block();

  Seeds seeds_;
  uint64_t drawn_ = 0;
  uint32_t words_[4] = {};
};

}  // namespace pelton::data
