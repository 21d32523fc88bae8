#include "data/transforms.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {
namespace {

bool is_count(int64_t cardinality) { return cardinality >= 0; }

int64_t taken(int64_t n, int64_t count) {
  if (count < 0 || n == kUnknownCardinality) return n;
  return n == kInfinite ? count : std::min(n, count);
}

int64_t repeated(int64_t n, int64_t count) {
  if (count < 0) return n == 0 ? 0 : kInfinite;
  if (count == 0) return 0;
  return is_count(n) ? product_of(n, count) : n;
}

int64_t joined(int64_t a, int64_t b) {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return is_count(a) && is_count(b) ? sum_of(a, b) : kUnknownCardinality;
}

int64_t shortest(const std::vector<DatasetRef>& inputs) {
  int64_t out = kInfinite;
  for (const DatasetRef& input : inputs) {
    const int64_t n = input->cardinality();
    if (n == kUnknownCardinality) return n;
    if (n != kInfinite && (out == kInfinite || n < out)) out = n;
  }
  return out;
}

// How often a node says that something is not as it was said to be.
std::string elements_text(int64_t count) {
  return cat(count, count == 1 ? " element" : " elements");
}

// At most `left` elements; all where it is negative.
class TakingPass : public Iterator {
 public:
  TakingPass(IteratorRef input, int64_t left) : input_(std::move(input)), left_(left) {}
  bool next(Element& out) override {
    if (left_ == 0 || !input_->next(out)) return false;
    --left_;
    return true;
  }
  int64_t skip(int64_t count) override {
    const int64_t done = input_->skip(left_ < 0 ? count : std::min(count, left_));
    if (left_ >= 0) left_ -= done;
    return done;
  }

 private:
  const IteratorRef input_;
  int64_t left_;
};

// One pass over `input` after the other, `left` of them; without end where it is negative, unless
// a pass has no elements.
class RepeatingPass : public Iterator {
 public:
  RepeatingPass(DatasetRef input, int64_t left) : input_(std::move(input)), left_(left) {}
  bool next(Element& out) override {
    while (true) {
      const bool is_new = pass_ == nullptr;
      if (is_new && left_ == 0) return false;
      if (is_new) pass_ = input_->iterate();
      if (pass_->next(out)) return true;
      end_pass();
      if (is_new && is_over()) return false;
    }
  }
  int64_t skip(int64_t count) override {
    for (int64_t done = 0; done < count;) {
      const bool is_new = pass_ == nullptr;
      if (is_new && left_ == 0) return done;
      if (is_new) pass_ = input_->iterate();
      const int64_t of_pass = pass_->skip(count - done);
      done += of_pass;
      if (done == count) return done;
      end_pass();
      if (is_new && of_pass == 0 && is_over()) return done;
    }
    return count;
  }

 private:
  void end_pass() {
    poll_interrupt();
    pass_.reset();
    if (left_ > 0) --left_;
  }
  // After a pass without elements: whether all others have none either.
  bool is_over() const { return left_ < 0 || input_->cardinality() == 0; }

  const DatasetRef input_;
  IteratorRef pass_;
  int64_t left_;
};

}  // namespace

DatasetRef take(DatasetRef input, int64_t count) {
  const int64_t cardinality = taken(input->cardinality(), count);
  return make_dataset({"take", {input}, cat(count)}, cardinality, [input, count]() -> IteratorRef {
    return std::make_unique<TakingPass>(input->iterate(), count);
  });
}

DatasetRef skip(DatasetRef input, int64_t count) {
  const int64_t n = input->cardinality();
  const int64_t cardinality = !is_count(n) ? n : (count < 0 ? 0 : std::max<int64_t>(0, n - count));
  return make_dataset({"skip", {input}, cat(count)}, cardinality, [input, count] {
    return make_iterator([pass = input->iterate(), left = count](Element& out) mutable {
      if (left < 0) return false;
      for (; left > 0; --left) {
        poll_interrupt_at(left);
        if (!pass->next(out)) return false;
      }
      return pass->next(out);
    });
  });
}

DatasetRef repeat(DatasetRef input, int64_t count) {
  const int64_t cardinality = repeated(input->cardinality(), count);
  return make_dataset(
      {"repeat", {input}, cat(count)}, cardinality,
      [input, count]() -> IteratorRef { return std::make_unique<RepeatingPass>(input, count); });
}

DatasetRef shard(DatasetRef input, int64_t shards, int64_t index) {
  const int64_t n = input->cardinality();
  const int64_t cardinality = is_count(n) ? n / shards + (index < n % shards ? 1 : 0) : n;
  return make_dataset({"shard", {input}}, cardinality, [input, shards, index] {
    return make_iterator([pass = input->iterate(), skip = index, shards](Element& out) mutable {
      for (; skip > 0; --skip)
        if (!pass->next(out)) return false;
      skip = shards - 1;
      return pass->next(out);
    });
  });
}

DatasetRef concatenate(DatasetRef first, DatasetRef second) {
  const int64_t cardinality = joined(first->cardinality(), second->cardinality());
  return make_dataset({"concatenate", {first, second}}, cardinality, [first, second] {
    return make_iterator([pass = first->iterate(), second, is_first = true](Element& out) mutable {
      if (pass->next(out)) return true;
      if (!std::exchange(is_first, false)) return false;
      pass = second->iterate();
      return pass->next(out);
    });
  });
}

DatasetRef zip(std::vector<DatasetRef> inputs) {
  const int64_t cardinality = shortest(inputs);
  return make_dataset({"zip", inputs}, cardinality, [inputs] {
    std::vector<IteratorRef> passes;
    for (const DatasetRef& input : inputs) passes.push_back(input->iterate());
    return make_iterator([passes = std::move(passes)](Element& out) {
      Components parts;
      for (const IteratorRef& pass : passes) {
        Element part;
        if (!pass->next(part)) return false;
        for (Component& component : part.take_parts()) parts.push_back(std::move(component));
      }
      out = Element(std::move(parts));
      return !passes.empty();
    });
  });
}

DatasetRef ignore_errors(DatasetRef input, IgnoredErrors ignored) {
  return make_dataset({"ignore_errors", {input}}, kUnknownCardinality, [input, ignored] {
    return make_iterator([pass = input->iterate(), ignored](Element& out) {
      while (true) {
        try {
          return pass->next(out);
        } catch (const Error& error) {
          if (error.code() == Code::interrupted) throw;
          if (ignored.warn != nullptr) ignored.warn(error.message());
        } catch (const std::exception& error) {
          if (!ignored.is_foreign(error)) throw;
          if (ignored.warn != nullptr) ignored.warn(error.what());
        }
      }
    });
  });
}

DatasetRef assert_cardinality(DatasetRef input, int64_t count) {
  return make_dataset({"assert_cardinality", {input}}, count, [input, count] {
    return make_iterator([pass = input->iterate(), count, seen = int64_t{0}](Element& out) mutable {
      const bool found = pass->next(out);
      if (found) {
        ++seen;
        check(count < 0 || seen <= count, Code::failed_precondition,
              "Input dataset was expected to contain ", elements_text(count),
              " but contained at least ", elements_text(seen), ".");
        return true;
      }
      check(count == kUnknownCardinality || seen == count, Code::failed_precondition,
            "Input dataset was expected to contain ",
            count == kInfinite ? "an infinite number of elements" : elements_text(count),
            " but contained only ", elements_text(seen), ".");
      return false;
    });
  });
}

}  // namespace pelton::data
