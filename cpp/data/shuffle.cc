#include "data/shuffle.h"

#include <limits>
#include <mutex>

#include "core/error.h"
#include "kernels/common/philox.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {

RandomWords::RandomWords(Seeds seeds, uint64_t drawn) : seeds_(seeds), drawn_(drawn) {
  if (drawn % 4 != 0) make_block();
}

void RandomWords::make_block() {
  const PhiloxWords block = philox(seeds_.key, seeds_.offset, drawn_ / 4);
  std::copy(std::begin(block.w), std::end(block.w), words_);
}

uint32_t RandomWords::operator()() {
  const auto place = static_cast<int>(drawn_ % 4);
  if (place == 0) make_block();
  ++drawn_;
  return words_[place];
}

namespace {

// A ring of elements: [start, end) are kept, at their number modulo its size.
class ShuffledPass : public Iterator {
 public:
  ShuffledPass(IteratorRef input, int64_t capacity, Seeds seeds)
      : input_(std::move(input)), capacity_(static_cast<uint64_t>(capacity)), random_(seeds) {}

  bool next(Element& out) override {
    fill();
    if (start_ == end_) return false;
    Element& chosen = at(start_ + random_() % (end_ - start_));
    out = std::move(chosen);
    Element& first = at(start_);
    if (&chosen != &first) chosen = std::move(first);
    ++start_;
    return true;
  }

 private:
  Element& at(uint64_t number) { return ring_[number % ring_.size()]; }

  // The ring grows with its elements: a buffer may be larger than the data.
  void fill() {
    while (!is_over_ && end_ - start_ < capacity_) {
      Element element;
      if (!input_->next(element)) {
        is_over_ = true;
        return;
      }
      poll_interrupt_at(static_cast<int64_t>(end_));
      if (ring_.size() < capacity_)
        ring_.push_back(std::move(element));  // nothing was taken yet: start_ is 0
      else
        at(end_) = std::move(element);
      ++end_;
    }
  }

  IteratorRef input_;
  const uint64_t capacity_;
  RandomWords random_;
  std::vector<Element> ring_;
  uint64_t start_ = 0, end_ = 0;
  bool is_over_ = false;
};

// Seeds of the passes over one dataset.
class PassSeeds : public Memory {
 public:
  PassSeeds(Seeds seeds, bool reshuffles) : reshuffles_(reshuffles), words_(seeds) {}
  Seeds next() {
    const std::lock_guard lock(mutex_);
    if (!reshuffles_) return words_.seeds();
    const uint64_t key = words_();
    return {key, words_()};
  }
  void skip_pass() override { next(); }
  std::vector<uint64_t> save() const override {
    const std::lock_guard lock(mutex_);
    return {words_.seeds().key, words_.seeds().offset, words_.drawn()};
  }
  void restore(std::span<const uint64_t> words) override {
    check(words.size() == 3, "the seeds of a shuffle are 3 words, got ", words.size());
    const std::lock_guard lock(mutex_);
    words_ = RandomWords({words[0], words[1]}, words[2]);
  }

 private:
  const bool reshuffles_;
  mutable std::mutex mutex_;
  RandomWords words_;
};

}  // namespace

DatasetRef shuffle(DatasetRef input, int64_t buffer, Seeds seeds, bool reshuffles) {
  const int64_t cardinality = input->cardinality();
  const int64_t capacity = buffer < 0 ? std::numeric_limits<int64_t>::max() : buffer;
  const auto passes = std::make_shared<PassSeeds>(seeds, reshuffles);
  return make_dataset({"shuffle", {input}, cat(buffer), passes}, cardinality,
                      [input, capacity, passes]() -> IteratorRef {
                        return std::make_unique<ShuffledPass>(input->iterate(), capacity,
                                                              passes->next());
                      });
}

DatasetRef random_words(Seeds seeds, bool rerandomizes) {
  const auto passes = std::make_shared<PassSeeds>(seeds, rerandomizes);
  return make_dataset({"random", {}, {}, passes}, kInfinite, [passes] {
    return make_iterator([words = RandomWords(passes->next())](Element& out) mutable {
      const AtWork at_work;
      const auto word = static_cast<int64_t>(words());
      out = Element({Component(from_host(&word, {}, DType::int64))});
      return true;
    });
  });
}

}  // namespace pelton::data
