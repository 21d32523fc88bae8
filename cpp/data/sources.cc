#include "data/sources.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {
namespace {

// Elements that are known by their number, `count` of them: give(number, out).
template <class Give>
class NumberedPass : public Iterator {
 public:
  NumberedPass(int64_t count, Give give) : count_(count), give_(std::move(give)) {}
  bool next(Element& out) override {
    if (at_ >= count_) return false;
    give_(at_++, out);
    return true;
  }
  int64_t skip(int64_t count) override {
    const int64_t done = std::min(count, count_ - at_);
    at_ += done;
    return done;
  }

 private:
  const int64_t count_;
  const Give give_;
  int64_t at_ = 0;
};

template <class Give>
IteratorRef iterate_numbered(int64_t count, Give give) {
  return std::make_unique<NumberedPass<Give>>(count, std::move(give));
}

int64_t range_count(int64_t start, int64_t stop, int64_t step) {
  const auto width =
      step > 0 ? static_cast<__int128>(stop) - start : static_cast<__int128>(start) - stop;
  const __int128 pace = step > 0 ? static_cast<__int128>(step) : -static_cast<__int128>(step);
  const __int128 count = width <= 0 ? 0 : (width + pace - 1) / pace;
  return static_cast<int64_t>(std::min<__int128>(count, std::numeric_limits<int64_t>::max()));
}

Tensor scalar_of(int64_t value, DType dtype) {
  const AtWork at_work;
  Tensor out = empty({}, dtype);
  visit(Join<IntegerTypes, FloatingTypes>{}, dtype,
        [&]<class T>() { *out.data_as<T>() = static_cast<T>(static_cast<T>(value)); });
  return out;
}

}  // namespace

DatasetRef from_tensors(Components parts) {
  return make_dataset({"from_tensors"}, 1, [parts = std::move(parts)] {
    return make_iterator([parts, done = false](Element& out) mutable {
      if (std::exchange(done, true)) return false;
      out = Element(parts);
      return true;
    });
  });
}

DatasetRef from_tensor_slices(std::vector<Tensor> arrays) {
  auto slices = std::make_shared<Slices>();
  bool found = false;
  for (Tensor& array : arrays) {
    if (!array.defined()) continue;
    check(array.rank() > 0, Code::value_error,
          "Unbatching a tensor is only supported for rank >= 1");
    const int64_t rows = array.shape()[0];
    check(!found || rows == slices->rows, Code::value_error, "Dimensions ", slices->rows, " and ",
          rows, " are not compatible");
    slices->rows = rows;
    found = true;
    array = contiguous(copy_to(array, Device{}));
  }
  slices->arrays = std::move(arrays);
  SlicesRef held = std::move(slices);
  const int64_t rows = held->rows;
  return make_dataset({"from_tensor_slices"}, rows, [held = std::move(held)] {
    return iterate_numbered(held->rows,
                            [held](int64_t row, Element& out) { out = Element(held, row); });
  });
}

DatasetRef from_range(int64_t start, int64_t stop, int64_t step, DType dtype) {
  check(step != 0, "step must be a non-zero integer.");
  const int64_t count = range_count(start, stop, step);
  return make_dataset({"range"}, count, [=] {
    return iterate_numbered(count, [=](int64_t at, Element& out) {
      const auto value = static_cast<int64_t>(
          static_cast<uint64_t>(start) + static_cast<uint64_t>(at) * static_cast<uint64_t>(step));
      out = Element({Component(scalar_of(value, dtype))});
    });
  });
}

DatasetRef from_elements(std::vector<Element> elements) {
  const auto held = std::make_shared<const std::vector<Element>>(std::move(elements));
  return make_dataset({"elements"}, std::ssize(*held), [held] {
    return iterate_numbered(std::ssize(*held), [held](int64_t at, Element& out) {
      out = (*held)[static_cast<size_t>(at)];
    });
  });
}

}  // namespace pelton::data
