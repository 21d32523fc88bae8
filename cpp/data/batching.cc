#include "data/batching.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/error.h"
#include "data/sources.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {
namespace {

using Stacking = std::function<Components(std::span<Element>, EarlyRows&)>;

int64_t batches_of(int64_t n, int64_t size, bool drops_remainder) {
  if (n < 0) return n;
  return n / size + (drops_remainder || n % size == 0 ? 0 : 1);
}

class BatchedPass : public Iterator {
 public:
  BatchedPass(IteratorRef input, Batching batching, bool copies_early, Stacking stacking)
      : input_(std::move(input)),
        size_(static_cast<size_t>(batching.size)),
        drops_remainder_(batching.drops_remainder),
        copies_early_(copies_early),
        stacking_(std::move(stacking)) {}

  bool next(Element& out) override {
    if (is_over_) return false;
    elements_.clear();
    Element element;
    while (elements_.size() < size_ && !is_over_) {
      is_over_ = !input_->next(element);
      if (is_over_) break;
      elements_.push_back(std::move(element));
      if (copies_early_) early_.take(elements_);
      poll_interrupt_at(std::ssize(elements_));
    }
    if (elements_.empty() || (drops_remainder_ && elements_.size() < size_)) return false;
    out = Element(stacking_(elements_, early_));
    return true;
  }
  int64_t skip(int64_t count) override {
    if (is_over_) return 0;
    const auto size = static_cast<int64_t>(size_);
    const int64_t most = std::numeric_limits<int64_t>::max() / size;
    const int64_t wanted = std::min(count, most) * size;
    const int64_t found = input_->skip(wanted);
    is_over_ = found < wanted;
    return batches_of(found, size, drops_remainder_);
  }

 private:
  IteratorRef input_;
  const size_t size_;
  const bool drops_remainder_, copies_early_;
  const Stacking stacking_;
  EarlyRows early_{size_};
  std::vector<Element> elements_;  // kept for its memory
  bool is_over_ = false;
};

DatasetRef batched(NodeInfo info, Batching batching, Stacking stacking) {
  const auto [size, drops_remainder] = batching;
  check(size > 0, "Batch size must be greater than zero.");
  const DatasetRef input = info.inputs[0];
  const bool copies_early = info.batching.has_value();
  info.detail = cat(size);
  const int64_t cardinality = batches_of(input->cardinality(), size, drops_remainder);
  return make_dataset(
      std::move(info), cardinality,
      [input, batching, copies_early, stacking = std::move(stacking)]() -> IteratorRef {
        return std::make_unique<BatchedPass>(input->iterate(), batching, copies_early, stacking);
      });
}

SlicesRef rows_of(Element& element) {
  auto out = std::make_shared<Slices>();
  bool found = false;
  for (const Component& part : element.parts()) {
    out->arrays.push_back(part.tensor);
    if (!part.tensor.defined()) continue;
    check(part.tensor.rank() > 0, "Input element must have a non-scalar value in each component.");
    const int64_t rows = part.tensor.shape()[0];
    check(!found || rows == out->rows,
          "Input element must have the same batch size in each component. Component 0 had size ",
          out->rows, " but component ", out->arrays.size() - 1, " had size, ", rows, ".");
    out->rows = rows;
    found = true;
    out->arrays.back() = contiguous(copy_to(part.tensor, Device{}));
  }
  return out;
}

class UnbatchedPass : public Iterator {
 public:
  explicit UnbatchedPass(IteratorRef input) : input_(std::move(input)) {}
  bool next(Element& out) override {
    while (rows_ == nullptr || row_ >= rows_->rows) {
      Element batch;
      if (!input_->next(batch)) return false;
      rows_ = rows_of(batch);
      row_ = 0;
    }
    out = Element(rows_, row_++);
    return true;
  }

 private:
  IteratorRef input_;
  SlicesRef rows_;
  int64_t row_ = 0;
};

struct WindowSize {
  int64_t size, shift, stride;
  bool drops_remainder;
  int64_t reach() const { return sum_of(product_of(size - 1, stride), 1); }
  int64_t count(int64_t n) const {
    if (n < 0) return n;
    if (drops_remainder) return n < reach() ? 0 : (n - reach()) / shift + 1;
    return n / shift + (n % shift == 0 ? 0 : 1);
  }
};

class WindowedPass : public Iterator {
 public:
  WindowedPass(IteratorRef input, WindowSize window) : input_(std::move(input)), window_(window) {}

  bool next(Element& out) override {
    read_until(window_.reach());
    if (kept_.empty() || (window_.drops_remainder && std::ssize(kept_) < window_.reach()))
      return false;
    std::vector<Element> elements;
    for (int64_t i = 0; i < std::min<int64_t>(std::ssize(kept_), window_.reach());
         i += window_.stride)
      elements.push_back(kept_[static_cast<size_t>(i)]);
    out = Element(parts_of(elements));
    read_until(window_.shift);
    const auto dropped = std::min<int64_t>(window_.shift, std::ssize(kept_));
    kept_.erase(kept_.begin(), kept_.begin() + dropped);
    return true;
  }

 private:
  void read_until(int64_t count) {
    Element element;
    while (!is_over_ && std::ssize(kept_) < count) {
      is_over_ = !input_->next(element);
      if (!is_over_) kept_.push_back(std::move(element));
      poll_interrupt_at(std::ssize(kept_));
    }
  }

  static Components parts_of(std::vector<Element>& elements) {
    const size_t count = elements[0].slices() != nullptr ? elements[0].slices()->arrays.size()
                                                         : elements[0].parts().size();
    Components out;
    if (count == 1) {
      out.emplace_back(from_elements(std::move(elements)));
      return out;
    }
    for (size_t part = 0; part < count; ++part) {
      std::vector<Element> column;
      for (Element& element : elements) column.emplace_back(Components{element.parts()[part]});
      out.emplace_back(from_elements(std::move(column)));
    }
    return out;
  }

  IteratorRef input_;
  const WindowSize window_;
  std::vector<Element> kept_;  // from the window's first on
  bool is_over_ = false;
};

}  // namespace

DatasetRef batch(DatasetRef input, int64_t size, bool drops_remainder) {
  NodeInfo info{"batch", {std::move(input)}};
  const Batching batching{size, drops_remainder};
  info.batching = batching;
  return batched(std::move(info), batching, &stack);
}

DatasetRef padded_batch(DatasetRef input, int64_t size, bool drops_remainder, Padding padding) {
  return batched({"padded_batch", {std::move(input)}}, {size, drops_remainder},
                 [padding = std::move(padding)](std::span<Element> elements, EarlyRows&) {
                   return stack_padded(elements, padding);
                 });
}

DatasetRef unbatch(DatasetRef input, int64_t rows) {
  const int64_t n = input->cardinality();
  const bool is_counted = rows >= 0 && n >= 0;
  const int64_t cardinality =
      is_counted ? product_of(n, rows) : (rows > 0 && n < 0 ? n : kUnknownCardinality);
  return make_dataset({"unbatch", {input}}, cardinality, [input]() -> IteratorRef {
    return std::make_unique<UnbatchedPass>(input->iterate());
  });
}

DatasetRef rebatch(DatasetRef input, int64_t size, bool drops_remainder) {
  return batch(unbatch(std::move(input), kUnknown), size, drops_remainder);
}

DatasetRef window(DatasetRef input, int64_t size, int64_t shift, int64_t stride,
                  bool drops_remainder) {
  const WindowSize window{size, shift, stride, drops_remainder};
  const int64_t cardinality = window.count(input->cardinality());
  return make_dataset({"window", {input}, cat(size)}, cardinality,
                      [input, window]() -> IteratorRef {
                        return std::make_unique<WindowedPass>(input->iterate(), window);
                      });
}

}  // namespace pelton::data
