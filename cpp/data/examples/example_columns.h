// Owns how the values of one feature of many examples become tensors.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "data/examples/example_parser.h"
#include "runtime/memory/memory.h"

namespace pelton::data {

// T: StringElement, float or int64_t, as the feature's dtype says.
template <class T>
struct ExampleColumn {
  const std::string& op;
  const WantedFeature& feature;
  const std::vector<FeatureBytes>& rows;
  bool has_batch;

  // (batch, *shape), or (*shape) without a batch.
  Tensor fixed() const {
    Shape shape = feature.shape;
    if (has_batch) shape.insert(0, static_cast<int64_t>(rows.size()));
    Tensor out = empty(shape, feature.dtype);
    const auto each = static_cast<size_t>(element_count(feature.shape));
    std::vector<T> values;
    for (size_t i = 0; i < rows.size(); ++i) {
      values.clear();
      append(i, values);
      T* const to = out.data_as<T>() + i * each;
      if (!rows[i].is_set) {
        check(feature.default_value.defined(), op, ": Feature: ", feature.key,
              " (data type: ", feature.dtype, ") is required but could not be found in example ",
              i);
        std::copy_n(feature.default_value.template data_as<T>(), each, to);
        continue;
      }
      check(values.size() == each, op, ": Key: ", feature.key, ", example ", i, ": ", values.size(),
            " values, but the shape ", feature.shape, " has ", each);
      std::copy_n(values.data(), each, to);
    }
    return out;
  }

  // (batch, rows, *shape), or (rows, *shape).
  Tensor padded() const {
    std::vector<T> values;
    const std::vector<int64_t> splits = all(values);
    const int64_t each = element_count(feature.shape), longest = longest_of(splits);
    for (size_t i = 0; i < rows.size(); ++i)
      check(each != 0 && (splits[i + 1] - splits[i]) % each == 0, op, ": Key: ", feature.key,
            ", example ", i, ": number of elements should be divisible by ", each, ", found ",
            splits[i + 1] - splits[i]);
    Shape shape = feature.shape;
    shape.insert(0, each == 0 ? 0 : longest / each);
    if (has_batch) shape.insert(0, static_cast<int64_t>(rows.size()));
    Tensor out = empty(shape, feature.dtype);
    T filler{};
    if (feature.default_value.defined()) filler = *feature.default_value.template data_as<T>();
    T* to = out.data_as<T>();
    for (size_t i = 0; i < rows.size(); ++i, to += longest) {
      T* const end = std::copy(values.begin() + splits[i], values.begin() + splits[i + 1], to);
      std::fill(end, to + longest, filler);
    }
    return out;
  }

  void ragged(std::vector<Tensor>& out) const {
    std::vector<T> values;
    const std::vector<int64_t> splits = all(values);
    out.push_back(made(values, {static_cast<int64_t>(values.size())}, feature.dtype));
    out.push_back(made(splits, {static_cast<int64_t>(splits.size())}, DType::int64));
  }

  void sparse(std::vector<Tensor>& out) const {
    std::vector<T> values;
    const std::vector<int64_t> splits = all(values);
    const int64_t rank = has_batch ? 2 : 1, count = static_cast<int64_t>(values.size());
    Tensor indices = empty({count, rank}, DType::int64);
    auto* to = indices.data_as<int64_t>();
    for (size_t i = 0; i < rows.size(); ++i)
      for (int64_t k = splits[i]; k < splits[i + 1]; ++k) {
        if (has_batch) *to++ = static_cast<int64_t>(i);
        *to++ = k - splits[i];
      }
    out.push_back(std::move(indices));
    out.push_back(made(values, {count}, feature.dtype));
    std::vector<int64_t> sizes{longest_of(splits)};
    if (has_batch) sizes.insert(sizes.begin(), static_cast<int64_t>(rows.size()));
    out.push_back(made(sizes, {rank}, DType::int64));
  }

 private:
  void append(size_t i, std::vector<T>& values) const {
    const FeatureBytes& row = rows[i];
    if (!row.is_set || row.list.empty()) return;
    check(row.dtype == feature.dtype, op, ": Key: ", feature.key, ", example ", i,
          ".  Data types don't match. Data type: ", row.dtype,
          " but expected type: ", feature.dtype);
    check(append_values(row.list, values), op, ": Key: ", feature.key, ", example ", i,
          ".  Can't parse its list of values");
  }

  // Where each row's values begin and end.
  std::vector<int64_t> all(std::vector<T>& values) const {
    std::vector<int64_t> splits{0};
    for (size_t i = 0; i < rows.size(); ++i) {
      append(i, values);
      splits.push_back(static_cast<int64_t>(values.size()));
    }
    return splits;
  }

  static int64_t longest_of(const std::vector<int64_t>& splits) {
    int64_t longest = 0;
    for (size_t i = 1; i < splits.size(); ++i)
      longest = std::max(longest, splits[i] - splits[i - 1]);
    return longest;
  }

  template <class V>
  static Tensor made(const std::vector<V>& values, const Shape& shape, DType dtype) {
    Tensor out = empty(shape, dtype);
    std::copy(values.begin(), values.end(), out.data_as<V>());
    return out;
  }
};

}  // namespace pelton::data
