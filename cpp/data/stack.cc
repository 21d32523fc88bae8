#include "data/stack.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "data/rows/gather_rows.h"
#include "runtime/dispatch/string_owners.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/loops_alone.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {
namespace {

constexpr int64_t kCopiedEarly = 32 << 10;  // bytes of a tensor; smaller ones stay in the cache
constexpr int64_t kMostEarly = 256 << 20;   // bytes of a batch whose elements may be few

bool are_rows_of_one(std::span<const Element> elements) {
  const SlicesRef& slices = elements[0].slices();
  return slices != nullptr && std::all_of(elements.begin(), elements.end(),
                                          [&](const Element& e) { return e.slices() == slices; });
}

Components gather(std::span<const Element> elements) {
  const Slices& slices = *elements[0].slices();
  std::vector<int64_t> rows;
  rows.reserve(elements.size());
  for (const Element& element : elements) rows.push_back(element.row());
  Components out;
  for (const Tensor& array : slices.arrays) {
    if (!array.defined()) {
      out.emplace_back();
      continue;
    }
    const RowGather gather = gather_rows(array, rows, array.dtype());
    gather.copy(0, std::ssize(rows));
    keep_strings({&array, 1}, {&gather.out, 1});
    out.emplace_back(gather.out);
  }
  return out;
}

const Tensor& tensor_at(Element& element, size_t component) {
  const Components& parts = element.parts();
  check(component < parts.size(), Code::internal, "an element has ", parts.size(), " components");
  check(parts[component].dataset == nullptr, Code::type_error,
        "Batching of datasets is not supported: component ", component, " is a dataset");
  return parts[component].tensor;
}

void check_alike(const Tensor& first, const Tensor& other, size_t component, size_t element) {
  check(other.defined(), "component ", component, " of element ", element, " is None");
  check(first.shape() == other.shape(), "Cannot batch tensors with different shapes in component ",
        component, ". First element had shape ", bracketed(first.shape()), " and element ", element,
        " had shape ", bracketed(other.shape()), ".");
  check(first.dtype() == other.dtype(), "Cannot batch tensors with different types in component ",
        component, ". First element had type ", kernel_name(first.dtype()), " and element ",
        element, " had type ", kernel_name(other.dtype()), ".");
}

Shape with_rows(size_t rows, const Shape& row) {
  check(std::ssize(row) < kMaxRank, "a batch of elements of rank ", row.size(),
        " has too many axes");
  Shape out{static_cast<int64_t>(rows)};
  for (const int64_t size : row) out.push_back(size);
  return out;
}

// Strings of `out` are those of the parts, and of what pads them.
void keep_parts(std::span<Element> elements, size_t component, const Tensor& out,
                const Tensor& padding = {}) {
  if (out.dtype() != DType::string) return;
  std::vector<Tensor> parts;
  for (Element& element : elements) parts.push_back(tensor_at(element, component));
  if (padding.defined()) parts.push_back(padding);
  keep_strings(parts, {&out, 1});
}

Tensor stack_one(std::span<Element> elements, size_t component, EarlyRows& early) {
  const Tensor first = tensor_at(elements[0], component);
  if (!first.defined()) return {};
  if (Tensor batch = early.give(component, elements.size()); batch.defined()) return batch;
  Tensor out = empty(with_rows(elements.size(), first.shape()), first.dtype());
  const int64_t bytes = first.bytes();
  for (size_t i = 0; i < elements.size(); ++i) {
    const Tensor& part = tensor_at(elements[i], component);
    check_alike(first, part, component, i);
    to_host(part, out.data_as<char>() + static_cast<int64_t>(i) * bytes);
  }
  keep_parts(elements, component, out);
  return out;
}

// Copies row-major `from` into the beginning of each axis of a row-major block at `to`.
void copy_corner(const Tensor& from, char* to, const Shape& block) {
  const Tensor values = contiguous(copy_to(from, Device{}));
  const int64_t rank = values.rank(), item = size_of(values.dtype());
  if (values.size() == 0) return;
  const int64_t length = rank == 0 ? 1 : values.shape()[rank - 1];
  const char* source = values.data_as<char>();
  Shape at(static_cast<size_t>(rank), 0);
  for (int64_t done = 0; done < values.size(); done += length) {
    int64_t offset = 0;
    for (int64_t axis = 0; axis < rank; ++axis) offset = offset * block[axis] + at[axis];
    std::memcpy(to + offset * item, source + done * item, static_cast<size_t>(length * item));
    for (int64_t axis = rank - 2; axis >= 0; --axis) {
      if (++at[axis] < values.shape()[axis]) break;
      at[axis] = 0;
    }
  }
}

void fill_with(const Tensor& out, const Tensor& value) {
  const auto item = static_cast<size_t>(size_of(out.dtype()));
  char* const to = out.data_as<char>();
  for (int64_t i = 0; i < out.size(); ++i)
    std::memcpy(to + static_cast<size_t>(i) * item, value.data(), item);
}

Shape padded_shape(std::span<Element> elements, size_t component, const Shape& wanted) {
  Shape out = wanted;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Shape& shape = tensor_at(elements[i], component).shape();
    check(shape.size() == wanted.size(),
          "All elements in a batch must have the same rank as the padded shape for component",
          component, ": expected rank ", wanted.size(), " but got element with rank ",
          shape.size());
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (!is_known(wanted[axis])) out[axis] = std::max(out[axis], shape[axis]);
      check(shape[axis] <= out[axis], Code::data_loss,
            "Attempted to pad to a smaller size than the input element.");
    }
  }
  for (int64_t& size : out) size = std::max<int64_t>(size, 0);
  return out;
}

Tensor pad_one(std::span<Element> elements, size_t component, const Shape& wanted,
               const Tensor& value) {
  const Tensor first = tensor_at(elements[0], component);
  if (!first.defined()) return {};
  const Shape row = padded_shape(elements, component, wanted);
  Tensor out = empty(with_rows(elements.size(), row), first.dtype());
  fill_with(out, value);
  const int64_t bytes = out.bytes() / std::ssize(elements);
  for (size_t i = 0; i < elements.size(); ++i)
    copy_corner(tensor_at(elements[i], component),
                out.data_as<char>() + static_cast<int64_t>(i) * bytes, row);
  keep_parts(elements, component, out, value);
  return out;
}

}  // namespace

void EarlyRows::begin(Element& first) {
  columns_.clear();
  if (first.slices() != nullptr) return;
  for (const Component& part : first.parts()) {
    Column column;
    const Tensor& tensor = part.tensor;
    if (tensor.defined() && tensor.dtype() != DType::string && tensor.rank() < kMaxRank &&
        tensor.bytes() >= kCopiedEarly &&
        static_cast<int64_t>(size_) <= kMostEarly / tensor.bytes())
      column.batch = empty(with_rows(size_, tensor.shape()), tensor.dtype());
    columns_.push_back(std::move(column));
  }
}

void EarlyRows::take(std::span<Element> elements) {
  const AtWork at_work;
  const LoopsAlone alone;  // one copy is over before another thread has woken
  const size_t last = elements.size() - 1;
  if (last == 0) begin(elements[0]);
  if (std::none_of(columns_.begin(), columns_.end(),
                   [](const Column& column) { return column.batch.defined(); }))
    return;
  const Components first = last == 0 ? Components() : elements[0].parts();
  Components parts = elements[last].take_parts();
  for (size_t i = 0; i < std::min(parts.size(), columns_.size()); ++i) {
    Column& column = columns_[i];
    Tensor& tensor = parts[i].tensor;
    if (!column.batch.defined() || column.copied != last || !tensor.defined()) continue;
    if (last > 0 &&
        (tensor.shape() != first[i].tensor.shape() || tensor.dtype() != first[i].tensor.dtype()))
      continue;
    to_host(tensor, column.batch.data_as<char>() + static_cast<int64_t>(last) * tensor.bytes());
    ++column.copied;
    if (last > 0) tensor = first[i].tensor;
  }
  elements[last] = Element(std::move(parts));
}

Tensor EarlyRows::give(size_t component, size_t count) {
  if (component >= columns_.size() || columns_[component].copied != count) return {};
  Tensor batch = std::move(columns_[component].batch);
  columns_[component] = {};
  if (count == size_) return batch;
  Shape shape = batch.shape();
  shape[0] = static_cast<int64_t>(count);
  Tensor out = empty(shape, batch.dtype());
  std::memcpy(out.data(), batch.data(), static_cast<size_t>(out.bytes()));
  return out;
}

Components stack(std::span<Element> elements, EarlyRows& early) {
  const AtWork at_work;
  if (are_rows_of_one(elements)) return gather(elements);
  Components out;
  const size_t count = elements[0].parts().size();
  for (size_t i = 0; i < count; ++i) out.emplace_back(stack_one(elements, i, early));
  return out;
}

Components stack_padded(std::span<Element> elements, const Padding& padding) {
  const AtWork at_work;
  Components out;
  const size_t count = elements[0].parts().size();
  for (size_t i = 0; i < count; ++i)
    out.emplace_back(pad_one(elements, i, padding.shapes[i], padding.values[i]));
  return out;
}

}  // namespace pelton::data
