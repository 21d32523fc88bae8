#include "data/cache.h"

#include <mutex>

#include "data/sources.h"

namespace pelton::data {
namespace {

// What a whole pass has left, for all passes.
class KeptElements {
 public:
  DatasetRef find() const {
    const std::lock_guard lock(mutex_);
    return kept_;
  }
  void keep(std::vector<Element> elements) {
    DatasetRef made = from_elements(std::move(elements));
    const std::lock_guard lock(mutex_);
    if (kept_ == nullptr) kept_ = std::move(made);
  }

 private:
  mutable std::mutex mutex_;
  DatasetRef kept_;
};

class CachingPass : public Iterator {
 public:
  CachingPass(IteratorRef input, std::shared_ptr<KeptElements> kept)
      : input_(std::move(input)), kept_(std::move(kept)) {}
  bool next(Element& out) override {
    if (input_->next(out)) {
      seen_.push_back(out);
      return true;
    }
    kept_->keep(std::move(seen_));
    return false;
  }

 private:
  IteratorRef input_;
  std::shared_ptr<KeptElements> kept_;
  std::vector<Element> seen_;
};

}  // namespace

DatasetRef cache(DatasetRef input) {
  const int64_t cardinality = input->cardinality();
  return make_dataset(
      cardinality,
      [input = std::move(input), kept = std::make_shared<KeptElements>()]() -> IteratorRef {
        if (const DatasetRef found = kept->find()) return found->iterate();
        return std::make_unique<CachingPass>(input->iterate(), kept);
      });
}

}  // namespace pelton::data
