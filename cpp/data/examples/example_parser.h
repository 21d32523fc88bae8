// Owns ExampleParser: tensors out of serialized tf.train.Example and SequenceExample messages, read
// as hostile input without protobuf's library.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor.h"
#include "data/examples/feature_bytes.h"

namespace pelton::data {

// A feature that is asked for, and how its values become tensors.
struct WantedFeature {
  enum class Form : uint8_t {
    fixed,   // one tensor: (batch, *shape)
    padded,  // one tensor: (batch, rows, *shape), filled up to the longest with the default value
    sparse,  // three of a SparseTensor (batch, longest): indices, values, dense shape
    ragged,  // two: values, and where each example's begin and end (int64)
  };
  std::string key;
  Form form = Form::fixed;
  DType dtype = DType::string;  // string, float32 or int64
  Shape shape;                  // of an example's values (fixed), or of one row of them (padded)
  // Of an example that lacks the feature, as many values as `shape` has; undefined: it is required.
  // Of padded: one value; undefined: zero or empty.
  Tensor default_value;
};

class ExampleParser {
 public:
  // `op` names the caller in errors. Raises invalid_argument for dtypes and shapes that cannot be.
  ExampleParser(std::string op, std::vector<WantedFeature> features);

  // The tensors of all features in order, for a string (n,), or () for one example: then without
  // the axis of the batch. Raises invalid_argument that names key and example.
  std::vector<Tensor> parse(const Tensor& serialized) const;
  // The same of the feature lists of SequenceExamples, a string (n,) or (): the features of all,
  // one example's after the other's, are the batch; then for each feature how many each example
  // has, int64 (n,). A list that is missing is required unless `may_lack` says so of its feature.
  std::vector<Tensor> parse_lists(const Tensor& serialized,
                                  const std::vector<bool>& may_lack) const;
  // Dtypes and shapes of the tensors for a batch of that many, or of one example without an axis.
  std::vector<std::pair<DType, Shape>> outputs(bool has_batch, int64_t batch) const;

 private:
  using Rows = std::vector<FeatureBytes>;  // a feature's, by example

  void read_example(std::string_view bytes, size_t example, std::vector<Rows>& columns) const;
  static bool read_list(std::string_view message, size_t before, Rows& rows);
  // Reads those of one example; before[i]: the features that earlier examples have of feature i.
  void read_lists(std::string_view bytes, size_t example, const std::vector<size_t>& before,
                  std::vector<Rows>& columns, std::vector<bool> is_there) const;
  // Calls visit(number) for each feature of that key.
  template <class Visit>
  void visit_wanted(std::string_view key, Visit&& visit) const;
  template <class T>
  void build(const WantedFeature& feature, const Rows& rows, bool has_batch,
             std::vector<Tensor>& out) const;
  std::vector<Tensor> build_all(const Tensor& serialized, const std::vector<Rows>& columns,
                                bool has_batch) const;

  std::string op_;
  std::vector<WantedFeature> features_;
  std::vector<std::pair<std::string_view, size_t>> by_key_;  // sorted; views of features_
};

}  // namespace pelton::data
