#include "data/cache.h"

#include <algorithm>
#include <mutex>

#include "data/position.h"
#include "data/sources.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {
namespace {

// What a whole pass has left, for all passes.
class KeptElements : public Memory {
 public:
  explicit KeptElements(DatasetRef input) : input_(std::move(input)) {}
  const DatasetRef& input() const { return input_; }
  DatasetRef find() const {
    const std::lock_guard lock(mutex_);
    return kept_;
  }
  // `origin`: what the pass began from.
  void keep(std::vector<Element> elements, std::vector<uint64_t> origin) {
    DatasetRef made = from_elements(std::move(elements));
    const std::lock_guard lock(mutex_);
    if (kept_ != nullptr) return;
    kept_ = std::move(made);
    origin_ = std::move(origin);
  }
  // Where the pass began that has left the elements; nothing where none has.
  std::vector<uint64_t> save() const override {
    const std::lock_guard lock(mutex_);
    return origin_;
  }
  // Has the same elements made again.
  void restore(std::span<const uint64_t> words) override;

 private:
  const DatasetRef input_;
  mutable std::mutex mutex_;
  DatasetRef kept_;
  std::vector<uint64_t> origin_;
};

class CachingPass : public Iterator {
 public:
  CachingPass(KeptElements& kept, RandomStream stream)
      : kept_(kept),
        origin_(origin_of(*kept.input(), stream)),
        streams_(stream),
        input_(begin_pass(*kept.input(), streams_)) {}
  bool next(Element& out) override {
    const PassScope scope(streams_);
    if (input_->next(out)) {
      seen_.push_back(out);
      return true;
    }
    kept_.keep(std::move(seen_), std::move(origin_));
    return false;
  }

 private:
  KeptElements& kept_;
  std::vector<uint64_t> origin_;
  PassStreams streams_;
  IteratorRef input_;
  std::vector<Element> seen_;
};

void KeptElements::restore(std::span<const uint64_t> words) {
  {
    const std::lock_guard lock(mutex_);
    if (!words.empty() && std::ranges::equal(words, origin_)) return;
    kept_.reset();
    origin_.clear();
  }
  if (words.empty()) return;
  const RandomStream stream = restore_origin(*input_, words);
  CachingPass pass(*this, stream);
  Element element;
  for (int64_t turn = 0; pass.next(element); ++turn) poll_interrupt_at(turn);
}

// Owns what the pass refers to.
class HeldCachingPass : public Iterator {
 public:
  explicit HeldCachingPass(std::shared_ptr<KeptElements> kept)
      : kept_(std::move(kept)), pass_(*kept_, draw_stream_of_pass()) {}
  bool next(Element& out) override { return pass_.next(out); }

 private:
  const std::shared_ptr<KeptElements> kept_;
  CachingPass pass_;
};

}  // namespace

DatasetRef cache(DatasetRef input) {
  const int64_t cardinality = input->cardinality();
  const auto kept = std::make_shared<KeptElements>(input);
  return make_dataset({"cache", {input}, {}, kept}, cardinality, [kept]() -> IteratorRef {
    if (const DatasetRef found = kept->find()) return found->iterate();
    return std::make_unique<HeldCachingPass>(kept);
  });
}

}  // namespace pelton::data
