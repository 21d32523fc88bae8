// Owns Layer: weights, building on first use, the call protocol, losses and the config common to
// all layers. Knows no concrete layer and no Python.
#pragma once
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograd/variable.h"
#include "nn/config/config.h"
#include "nn/module/call_losses.h"
#include "nn/module/input_spec.h"
#include "nn/module/layer_options.h"
#include "nn/weights/constraint.h"
#include "nn/weights/initializer.h"

namespace pelton {

class CallScope;
class Layer;
using LayerPtr = std::shared_ptr<Layer>;

struct WeightOptions {
  std::string name;  // empty: automatic ("variable", "variable_1")
  Shape shape;
  InitializerPtr initializer;  // null: glorot_uniform for floats, zeros for the rest
  RegularizerPtr regularizer;
  ConstraintPtr constraint;  // applied by optimizers after each step
  bool trainable = true;
  std::optional<DType> dtype;  // absent: the layer's variable dtype
  bool autocast = true;
};

// A weight of layers of type L, null where the layer has none, that is read by its name.
template <class L>
struct NamedWeight {
  const char* name;
  const VariableRef& (L::*read)() const;
};

class Layer : public Configured {
 public:
  static constexpr std::array<NamedWeight<Layer>, 0> kWeights{};
  static constexpr std::array<const char*, 0> kSettable{};

  // Raises value_error for a name with '/'.
  Layer(std::string_view class_name, LayerOptions options);
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  // Casts a floating input to the compute dtype, checks it against input_spec(), builds on first
  // use, calls. `training` absent: that of the enclosing call, else false. Raises value_error for
  // an input that does not fit; errors inside call() carry Keras's note on the call's arguments.
  Tensor operator()(const Tensor& input, std::optional<bool> training = std::nullopt);
  // Builds for an input of `shape` unless built; -1 is an unknown size. A failed build leaves the
  // layer as it was.
  void build_once(const Shape& input_shape);
  // The same with another way to make the weights; `input_shape` is absent for several inputs.
  void build_by(const std::function<void()>& make_weights, const std::optional<Shape>& input_shape);
  // Makes further weights of a layer that is built, or is being built, in its name scope.
  void build_more(const std::function<void()>& make_weights);
  // What is to be done once the weights are made, such as giving them values read before; at once
  // where they are.
  void when_built(std::function<void()> wake);
  // Takes the weights away that building made: the layer is as it was before.
  virtual void unbuild();
  // Makes the weights; called once, inside the layer's name scope.
  virtual void build(const Shape& input_shape);
  virtual Tensor call(const Tensor& input, bool training) = 0;
  // The output's shape for an input of `shape`; unless overridden found by a symbolic call.
  virtual Shape compute_output_shape(const Shape& input_shape);
  // Whether training tells a model's call so: one written in Python without the argument is not
  // told, and what it calls does not train.
  virtual bool takes_training() const { return true; }
  // The same by calls on zeros with two choices of the unknown sizes: for code that reads values.
  Shape output_shape_of_zeros(const Shape& input_shape, DType dtype);
  // A symbolic tensor like the output for an input like `input`, which is one: as far as shapes
  // tell for floating inputs, of the output's own dtype for others and where `call` is Python.
  virtual Tensor output_like(const Tensor& input);

  // Makes a variable that this layer owns; raises value_error for unknown sizes or once built.
  VariableRef add_weight(const WeightOptions& options);
  // Makes `variable` one of the layer's own weights, if it is none; untrack() takes it away again.
  // Raises value_error once the layer has been built.
  void track(const VariableRef& variable);
  // Makes it one of the layer's variables that is no weight: the state of a random generator.
  void track_seed_state(const VariableRef& variable);
  void untrack(const VariableRef& variable);
  // Raises value_error where the layer can get no more variables and layers: once it has been
  // built, unless it is one that grows.
  void check_open() const;
  // Adds a scalar to the losses of the running call.
  void add_loss(const Tensor& loss);

  // Adds what the activity regularizer, which there is, asks for `output`, per row of it.
  void add_activity_loss(const Tensor& output);

  // Own weights (trainable first) and states of random generators, then those of the sublayers,
  // each once.
  std::vector<VariableRef> variables() const;
  // The same without states of random generators: what get_weights and count_params are about.
  std::vector<VariableRef> weights() const;
  std::vector<VariableRef> trainable_variables() const;  // none when the layer is frozen
  std::vector<VariableRef> non_trainable_variables() const;
  std::vector<VariableRef> non_trainable_weights() const;
  // Penalties of the trainable weights as of now, and what add_loss got in the last call, this
  // thread's if it called the layer last of all.
  std::vector<Tensor> losses() const;
  // Whether add_loss has got any from this layer itself.
  bool has_call_losses() const { return !call_losses_.is_empty(); }
  // Whether the mask of the input is that of the output too; false unless set.
  bool supports_masking() const { return supports_masking_; }
  void set_supports_masking(bool supports) { supports_masking_ = supports; }
  // Whether `call` reads the mask of its input.
  virtual bool takes_mask() const { return false; }
  // Layers directly inside this one.
  virtual std::vector<LayerPtr> sublayers() const { return {}; }
  // Number of elements of all weights; raises value_error when not built.
  int64_t count_params() const;

  // Unique for the process's life, unlike an address; a new one after set_config().
  uint64_t serial() const { return serial_; }
  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  const std::string& path() const { return path_; }
  // Whether floating inputs are cast to the compute dtype.
  bool autocast() const { return autocast_; }
  void set_autocast(bool autocast);
  // The weights there are keep their dtype.
  void set_dtype_policy(DTypePolicy policy);
  bool built() const { return built_; }
  void set_built(bool built) { built_ = built; }
  bool trainable() const { return trainable_; }
  // Freezes or thaws this layer, its trainable-made variables and its sublayers.
  void set_trainable(bool trainable);
  const DTypePolicy& dtype_policy() const { return policy_; }
  DType compute_dtype() const { return policy_.compute; }
  DType variable_dtype() const { return policy_.variable; }
  const InputSpec& input_spec() const { return input_spec_; }
  void set_input_spec(InputSpec spec) { input_spec_ = std::move(spec); }
  const RegularizerPtr& activity_regularizer() const { return activity_regularizer_; }
  void set_activity_regularizer(RegularizerPtr penalty) {
    activity_regularizer_ = std::move(penalty);
  }
  // `input_shape` of the constructor, without the batch.
  const std::optional<Shape>& input_shape_argument() const { return input_shape_argument_; }
  // The shape of the first input that the layer saw, absent before.
  const std::optional<Shape>& input_shape() const { return input_shape_; }
  bool is_building() const { return is_building_; }
  // What operator() does at the start of a call: losses added from now on belong to it.
  void begin_call(const CallScope& scope);
  // `input` as call() gets it: floats in the compute dtype.
  Tensor cast_input(const Tensor& input) const;

  std::string class_name() const override { return class_name_; }
  std::string module() const override { return "keras.layers"; }
  Dict get_config() const override;
  std::string repr() const override;
  Value serialized() const override;

 protected:
  // Gives `output` the mask of `input` where it counts for both; warns where it gets lost.
  virtual void pass_mask(const Tensor& input, const Tensor& output) const;
  // Whether variables and layers can be added once the layer has been built.
  virtual bool grows() const { return false; }
  // The output for a symbolic input, of which nothing is run or drawn; builds the layer.
  Tensor symbolic_output(const Tensor& input);
  // In which inputs are taken to be where only their shapes are known.
  DType assumed_dtype() const;
  // Further lines of the note on the call's arguments: "\n  • training=None".
  virtual std::string argument_note(std::optional<bool>) const { return {}; }
  // False: inputs keep their dtype.
  virtual bool casts_input() const { return true; }
  // Records of calls of this layer do not fit any more.
  void renew_serial();
  // The weight; raises value_error before build() has made it.
  const Variable& made(const VariableRef& variable) const;
  // Its value in the compute dtype.
  Tensor read(const VariableRef& variable) const;

 private:
  struct Weight {
    VariableRef variable;
    RegularizerPtr regularizer;
    bool made_trainable;
    bool is_seed_state = false;
  };

  Tensor call_with_note(const Tensor& input, bool training, std::optional<bool> given);
  // What the regularizers of this layer's own trainable weights ask for, but those `seen` before.
  // Visits the layers in here whose trainable variables train with this one.
  template <class Visit>
  void walk_trainable(const Visit& visit) const;
  void append_penalties(std::vector<const Variable*>& seen, std::vector<Tensor>& out) const;
  void track(Weight weight);
  // Own weights, each once: those made trainable first, states of random generators last.
  std::vector<VariableRef> own_variables() const;

  uint64_t serial_;
  std::string class_name_;
  std::string name_;
  std::string path_;
  std::atomic<bool> trainable_;  // set by one thread while another one trains
  bool built_ = false;
  bool is_building_ = false;
  bool is_closed_ = false;  // build() has run
  bool supports_masking_ = false;
  bool autocast_;
  DTypePolicy policy_;
  RegularizerPtr activity_regularizer_;
  InputSpec input_spec_;
  std::optional<Shape> input_shape_argument_;
  std::optional<Shape> input_shape_;
  std::optional<Shape> build_shape_;  // only where build() ran
  std::vector<Weight> weights_;
  CallLosses call_losses_;
  size_t weights_before_build_ = 0;
  InputSpec spec_before_build_;
  std::vector<std::function<void()>> waiting_;  // for the weights
  std::atomic<uint64_t> last_call_ = 0;
};

}  // namespace pelton
