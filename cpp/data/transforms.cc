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
  return is_count(n) ? n * count : n;
}

int64_t joined(int64_t a, int64_t b) {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return is_count(a) && is_count(b) ? a + b : kUnknownCardinality;
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

}  // namespace

DatasetRef take(DatasetRef input, int64_t count) {
  const int64_t cardinality = taken(input->cardinality(), count);
  return make_dataset(cardinality, [input = std::move(input), count] {
    return make_iterator([pass = input->iterate(), left = count](Element& out) mutable {
      if (left == 0 || !pass->next(out)) return false;
      --left;
      return true;
    });
  });
}

DatasetRef skip(DatasetRef input, int64_t count) {
  const int64_t n = input->cardinality();
  const int64_t cardinality = count < 0 ? 0 : (is_count(n) ? std::max<int64_t>(0, n - count) : n);
  return make_dataset(cardinality, [input = std::move(input), count] {
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
  return make_dataset(cardinality, [input = std::move(input), count] {
    return make_iterator([input, pass = IteratorRef(), left = count](Element& out) mutable {
      while (true) {
        const bool is_new = pass == nullptr;
        if (is_new && left == 0) return false;
        if (is_new) pass = input->iterate();
        if (pass->next(out)) return true;
        pass.reset();
        if (left > 0) --left;
        if (left < 0 && is_new) return false;  // a pass without elements
      }
    });
  });
}

DatasetRef shard(DatasetRef input, int64_t shards, int64_t index) {
  const int64_t n = input->cardinality();
  const int64_t cardinality = is_count(n) ? n / shards + (index < n % shards ? 1 : 0) : n;
  return make_dataset(cardinality, [input = std::move(input), shards, index] {
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
  return make_dataset(cardinality, [first = std::move(first), second = std::move(second)] {
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
  return make_dataset(cardinality, [inputs = std::move(inputs)] {
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

DatasetRef ignore_errors(DatasetRef input, void (*warn)(const std::string&)) {
  return make_dataset(kUnknownCardinality, [input = std::move(input), warn] {
    return make_iterator([pass = input->iterate(), warn](Element& out) {
      while (true) {
        try {
          return pass->next(out);
        } catch (const Error& error) {
          if (error.code() == Code::interrupted) throw;
          if (warn != nullptr) warn(error.message());
        }
      }
    });
  });
}

DatasetRef assert_cardinality(DatasetRef input, int64_t count) {
  return make_dataset(count, [input = std::move(input), count] {
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
