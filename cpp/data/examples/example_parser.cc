#include "data/examples/example_parser.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "data/examples/example_columns.h"
#include "runtime/dispatch/string_owners.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {

ExampleParser::ExampleParser(std::string op, std::vector<WantedFeature> features)
    : op_(std::move(op)), features_(std::move(features)) {
  for (size_t i = 0; i < features_.size(); ++i) {
    const WantedFeature& feature = features_[i];
    check(feature.dtype == DType::string || feature.dtype == DType::float32 ||
              feature.dtype == DType::int64,
          op_, ": feature '", feature.key, "' must be string, float32 or int64, got ",
          feature.dtype);
    check(is_fully_known(feature.shape), op_, ": feature '", feature.key,
          "' must have a known shape, got ", feature.shape);
    element_count(feature.shape);
    by_key_.emplace_back(feature.key, i);
  }
  std::sort(by_key_.begin(), by_key_.end());
}

template <class Visit>
void ExampleParser::visit_wanted(std::string_view key, Visit&& visit) const {
  auto entry = std::lower_bound(
      by_key_.begin(), by_key_.end(), key,
      [](const auto& each, std::string_view wanted) { return each.first < wanted; });
  for (; entry != by_key_.end() && entry->first == key; ++entry) visit(entry->second);
}

void ExampleParser::read_example(std::string_view bytes, size_t example,
                                 std::vector<Rows>& columns) const {
  const auto note = [&](std::string_view key, std::string_view message) {
    bool is_good = true;
    visit_wanted(key, [&](size_t i) {
      FeatureBytes& feature = columns[i][example];
      feature = {};
      is_good = read_feature(message, feature);
    });
    return is_good;
  };
  WireReader fields(bytes);
  bool is_good = true;
  for (WireReader::Field field; is_good && fields.next(field);)
    if (field.number == 1 && field.type == 2) is_good = visit_map(field.bytes, note);
  check(is_good && !fields.is_bad(), op_, ": Could not parse example ", example, ": its ",
        bytes.size(), " bytes are no serialized message");
}

template <class T>
void ExampleParser::build(const WantedFeature& feature, const Rows& rows, bool has_batch,
                          std::vector<Tensor>& out) const {
  const ExampleColumn<T> column{op_, feature, rows, has_batch};
  switch (feature.form) {
    case WantedFeature::Form::fixed:
      out.push_back(column.fixed());
      return;
    case WantedFeature::Form::padded:
      out.push_back(column.padded());
      return;
    case WantedFeature::Form::sparse:
      column.sparse(out);
      return;
    case WantedFeature::Form::ragged:
      column.ragged(out);
  }
}

std::vector<Tensor> ExampleParser::build_all(const Tensor& serialized,
                                             const std::vector<Rows>& columns,
                                             bool has_batch) const {
  std::vector<Tensor> out;
  for (size_t i = 0; i < features_.size(); ++i) {
    const WantedFeature& feature = features_[i];
    const size_t before = out.size();
    if (feature.dtype == DType::string)
      build<StringElement>(feature, columns[i], has_batch, out);
    else if (feature.dtype == DType::float32)
      build<float>(feature, columns[i], has_batch, out);
    else
      build<int64_t>(feature, columns[i], has_batch, out);
    if (feature.dtype != DType::string) continue;
    std::vector<Tensor> owners{serialized};
    if (feature.default_value.defined()) owners.push_back(feature.default_value);
    for (size_t k = before; k < out.size(); ++k)
      if (out[k].dtype() == DType::string) keep_strings(owners, {&out[k], 1});
  }
  return out;
}

std::vector<Tensor> ExampleParser::parse(const Tensor& serialized) const {
  check(serialized.dtype() == DType::string && serialized.rank() <= 1, op_,
        ": Expected serialized to be a scalar or vector of strings, got ", serialized);
  const Tensor texts = contiguous(serialized);
  const auto count = static_cast<size_t>(texts.size());
  std::vector<Rows> columns(features_.size(), Rows(count));
  for (size_t i = 0; i < count; ++i) {
    if (i % 256 == 0) poll_interrupt();
    read_example(texts.data_as<StringElement>()[i].view(), i, columns);
  }
  return build_all(texts, columns, texts.rank() == 1);
}

bool ExampleParser::read_list(std::string_view message, size_t before, Rows& rows) {
  rows.resize(before);
  WireReader features(message);
  for (WireReader::Field field; features.next(field);) {
    if (field.number != 1 || field.type != 2) continue;
    if (!read_feature(field.bytes, rows.emplace_back())) return false;
    rows.back().is_set = true;  // an empty feature has no values
  }
  return !features.is_bad();
}

void ExampleParser::read_lists(std::string_view bytes, size_t example,
                               const std::vector<size_t>& before, std::vector<Rows>& columns,
                               std::vector<bool> is_there) const {
  const auto note = [&](std::string_view key, std::string_view message) {
    bool is_good = true;
    visit_wanted(key, [&](size_t i) {
      is_there[i] = true;
      is_good = read_list(message, before[i], columns[i]);
    });
    return is_good;
  };
  WireReader fields(bytes);
  bool is_good = true;
  for (WireReader::Field field; is_good && fields.next(field);)
    if (field.number == 2 && field.type == 2) is_good = visit_map(field.bytes, note);
  check(is_good && !fields.is_bad(), op_, ": Could not parse serialized: the ", bytes.size(),
        " bytes of example ", example, " are no serialized message");
  for (size_t i = 0; i < features_.size(); ++i)
    check(is_there[i], op_, ": Feature list '", features_[i].key,
          "' is required but could not be found in example ", example);
}

std::vector<Tensor> ExampleParser::parse_lists(const Tensor& serialized,
                                               const std::vector<bool>& may_lack) const {
  check(serialized.dtype() == DType::string && serialized.rank() <= 1, op_,
        ": Expected serialized to be a scalar or vector of strings, got ", serialized);
  const Tensor texts = contiguous(serialized);
  const auto count = static_cast<size_t>(texts.size());
  std::vector<Rows> columns(features_.size());
  std::vector<Tensor> counts;
  for (size_t i = 0; i < features_.size(); ++i)
    counts.push_back(empty({texts.size()}, DType::int64));
  std::vector<size_t> before(features_.size());
  for (size_t example = 0; example < count; ++example) {
    if (example % 256 == 0) poll_interrupt();
    for (size_t i = 0; i < features_.size(); ++i) before[i] = columns[i].size();
    read_lists(texts.data_as<StringElement>()[example].view(), example, before, columns, may_lack);
    for (size_t i = 0; i < features_.size(); ++i)
      counts[i].data_as<int64_t>()[example] = static_cast<int64_t>(columns[i].size() - before[i]);
  }
  std::vector<Tensor> out = build_all(texts, columns, true);
  out.insert(out.end(), counts.begin(), counts.end());
  return out;
}

std::vector<std::pair<DType, Shape>> ExampleParser::outputs(bool has_batch, int64_t batch) const {
  const int64_t rank = has_batch ? 2 : 1;
  std::vector<std::pair<DType, Shape>> out;
  for (const WantedFeature& feature : features_) {
    Shape shape;
    if (has_batch) shape.push_back(batch);
    if (feature.form == WantedFeature::Form::padded) shape.push_back(kUnknown);
    for (const int64_t size : feature.shape) shape.push_back(size);
    switch (feature.form) {
      case WantedFeature::Form::fixed:
      case WantedFeature::Form::padded:
        out.emplace_back(feature.dtype, shape);
        break;
      case WantedFeature::Form::sparse:
        out.emplace_back(DType::int64, Shape{kUnknown, rank});
        out.emplace_back(feature.dtype, Shape{kUnknown});
        out.emplace_back(DType::int64, Shape{rank});
        break;
      case WantedFeature::Form::ragged:
        out.emplace_back(feature.dtype, Shape{kUnknown});
        out.emplace_back(DType::int64, Shape{is_known(batch) && has_batch ? batch + 1 : kUnknown});
    }
  }
  return out;
}

}  // namespace pelton::data
