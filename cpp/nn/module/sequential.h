// Owns Sequential: layers called one after the other.
#pragma once
#include "nn/layers/core/input_layer.h"
#include "nn/module/layer_list.h"
#include "nn/module/model.h"
#include "nn/training/step_programs.h"

namespace pelton {

class Sequential : public Model {
 public:
  static constexpr const char* kClassName = "Sequential";
  static constexpr const char* kDoc =
      "A model whose layers are called one after the other. It is built on its first call, or at\n"
      "once when the first layer is an Input.";

  // Adds `layers` in order; an InputLayer may come first.
  explicit Sequential(const std::vector<LayerPtr>& layers = {}, LayerOptions options = {});

  // Appends a layer; with a known input, that of a model as the first layer too, it is built at
  // once. Raises value_error for a second input, for a name that another layer has, for the model
  // itself or one that holds it, and what building raises; the model is then as before.
  void add(const LayerPtr& layer);
  // Removes and returns the last layer; raises index_error when there is none.
  LayerPtr pop();
  // Without the input.
  std::vector<LayerPtr> layers() const { return *layers_.now(); }
  std::shared_ptr<const std::vector<LayerPtr>> layer_list() const { return layers_.now(); }
  std::vector<LayerPtr> sublayers() const override { return *layers_.now(); }
  // The declared input, or the one that the first call made; null before.
  const std::shared_ptr<InputLayer>& input_layer() const { return input_; }
  // Shapes with the batch axis; absent until known.
  std::optional<Shape> input_shape() const;
  std::optional<Shape> output_shape();
  std::optional<Shape> declared_input() const override {
    return built() ? input_shape() : std::nullopt;
  }

  // Raises value_error when there are no layers.
  void build(const Shape& input_shape) override;
  void unbuild() override;
  Tensor call(const Tensor& input, bool training) override;
  bool takes_mask() const override { return true; }
  Shape compute_output_shape(const Shape& input_shape) override;
  Tensor output_like(const Tensor& input) override;
  Dict get_config() const override;

 protected:
  std::string argument_note(std::optional<bool> training) const override;
  bool grows() const override { return true; }
  // The InputLayer casts.
  bool casts_input() const override { return false; }

 private:
  Tensor call_layers(const Tensor& input, bool training);
  void append(const LayerPtr& layer);
  // The shape for which a layer is built as soon as it is added.
  std::optional<Shape> known_input() const;
  // Keras makes a Functional whenever it builds the layers anew, which counts among automatic
  // names.
  static void take_functional_name();
  void check_name(const Layer& layer) const;
  void build_next(Layer& layer);
  // A symbolic tensor like the declared input.
  Tensor declared_like() const;

  LayerList layers_;
  bool is_inside_ = false;  // has been added to another one
  std::shared_ptr<InputLayer> input_;
  // What build() did besides: undone by unbuild().
  bool made_input_ = false;
  std::vector<std::weak_ptr<Layer>> built_inside_;
  StepPrograms records_;  // of calls for inference
};

}  // namespace pelton
