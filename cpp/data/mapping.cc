#include "data/mapping.h"

#include "core/error.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {
namespace {

// Turns among up to `cycle` open datasets.
class InterleavedPass : public Iterator {
 public:
  InterleavedPass(IteratorRef input, FunctionRef function, int64_t cycle, int64_t block)
      : input_(std::move(input)),
        function_(std::move(function)),
        cycle_(static_cast<size_t>(cycle)),
        block_(block) {}

  bool next(Element& out) override {
    for (int64_t turn = 0; !is_over_ || count_ > 0; ++turn) {
      poll_interrupt_at(turn);
      if (at_ == open_.size() && !is_over_) open_.emplace_back();
      IteratorRef& current = open_[at_];
      if (current == nullptr) {
        if (is_over_ || !open(current)) advance();
        continue;
      }
      if (current->next(out)) {
        if (++taken_ == block_) advance();
        return true;
      }
      current.reset();
      --count_;
      advance();
    }
    return false;
  }

 private:
  // False where the input is over.
  bool open(IteratorRef& place) {
    Element element;
    if (!input_->next(element)) {
      is_over_ = true;
      return false;
    }
    const Components made = function_.call_next(element);
    check(made.size() == 1 && made[0].dataset != nullptr, Code::type_error,
          "`map_func` must return a `Dataset` object.");
    place = made[0].dataset->iterate();
    ++count_;
    return true;
  }

  void advance() {
    taken_ = 0;
    if (++at_ == cycle_ || (is_over_ && at_ == open_.size())) at_ = 0;
  }

  IteratorRef input_;
  FunctionPass function_;
  const size_t cycle_;
  std::vector<IteratorRef> open_;  // as many as there were elements for
  const int64_t block_;
  size_t at_ = 0;
  int64_t taken_ = 0, count_ = 0;
  bool is_over_ = false;
};

class MappedPass : public Iterator {
 public:
  MappedPass(IteratorRef input, FunctionRef function)
      : input_(std::move(input)), calls_(std::move(function)) {}
  bool next(Element& out) override {
    if (!input_->next(out)) return false;
    out = Element(calls_.call_next(out));
    return true;
  }
  int64_t skip(int64_t count) override {
    const int64_t done = input_->skip(count);
    calls_.skip(done);
    return done;
  }

 private:
  const IteratorRef input_;
  FunctionPass calls_;
};

}  // namespace

DatasetRef map(DatasetRef input, FunctionRef function) {
  const int64_t cardinality = input->cardinality();
  return make_dataset({"map", {input}, function->title()}, cardinality,
                      [input, function]() -> IteratorRef {
                        return std::make_unique<MappedPass>(input->iterate(), function);
                      });
}

DatasetRef filter(DatasetRef input, FunctionRef predicate) {
  return make_dataset(
      {"filter", {input}, predicate->title()}, kUnknownCardinality, [input, predicate] {
        return make_iterator(
            [pass = input->iterate(), calls = FunctionPass(predicate)](Element& out) mutable {
              for (int64_t turn = 0; pass->next(out); ++turn) {
                poll_interrupt_at(turn);
                if (calls.test_next(out)) return true;
              }
              return false;
            });
      });
}

DatasetRef take_while(DatasetRef input, FunctionRef predicate) {
  return make_dataset(
      {"take_while", {input}, predicate->title()}, kUnknownCardinality, [input, predicate] {
        return make_iterator(
            [pass = input->iterate(), calls = FunctionPass(predicate)](Element& out) mutable {
              return pass->next(out) && calls.test_next(out);
            });
      });
}

DatasetRef interleave(DatasetRef input, FunctionRef function, int64_t cycle, int64_t block) {
  check(cycle > 0, "`cycle_length` must be > 0");
  check(block > 0, "`block_length` must be > 0");
  return make_dataset({"interleave", {input}, function->title()}, kUnknownCardinality,
                      [input, function, cycle, block]() -> IteratorRef {
                        return std::make_unique<InterleavedPass>(input->iterate(), function, cycle,
                                                                 block);
                      });
}

}  // namespace pelton::data
