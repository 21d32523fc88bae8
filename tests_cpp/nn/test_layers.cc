// Tests the layers' C++ side: configuration, building, naming, calling and refusing, without
// Python.
#include "nn/layers/layer_list.h"
#include "nn/module/call_scope.h"
#include "nn/module/layer_factory.h"
#include "nn/module/naming.h"
#include "nn/module/sequential.h"
#include "ops/array/array.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

Tensor image(const Shape& shape) { return ones(shape, DType::float32); }

template <class F>
std::string message_of(F&& f, Code code) {
  try {
    f();
  } catch (const Error& error) {
    REQUIRE(error.code() == code);
    return error.message();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("class names become automatic names as in Keras") {
  reset_names();
  const std::pair<const char*, const char*> names[] = {{"Dense", "dense"},
                                                       {"MaxPooling2D", "max_pooling2d"},
                                                       {"ReLU", "re_lu"},
                                                       {"LSTM", "lstm"},
                                                       {"RMSprop", "rm_sprop"},
                                                       {"Conv2DTranspose", "conv2d_transpose"},
                                                       {"My_Layer", "my__layer"},
                                                       {"_Private", "__private"},
                                                       {"STFTSpectrogram", "stft_spectrogram"}};
  for (const auto& [name, expected] : names) REQUIRE(to_snake_case(name) == expected);
  REQUIRE(auto_name("Dense") == "dense");
  REQUIRE(auto_name("Dense") == "dense_1");
  reset_names();
  REQUIRE(auto_name("Dense") == "dense");
}

TEST_CASE("values print as Python prints them") {
  REQUIRE(to_text(Value()) == "None");
  REQUIRE(to_text(Value(true)) == "True");
  REQUIRE(to_text(Value(0.5)) == "0.5");
  REQUIRE(to_text(Value(1e-7)) == "1e-07");
  REQUIRE(to_text(Value(3.0)) == "3.0");
  REQUIRE(to_text(List{{Value(3), Value("a")}, true}) == "(3, 'a')");
  REQUIRE(to_text(List{{Value(3)}, true}) == "(3,)");
  REQUIRE(to_text(Dict{{"a", Value()}}) == "{'a': None}");
  REQUIRE(shape_text({-1, 28}) == "(None, 28)");
}

TEST_CASE("a Sequential in C++ builds, calls and has gradients' variables") {
  reset_names();
  Sequential model;
  model.add(std::make_shared<InputLayer>(InputLayerConfig{.shape = shape_value({8, 8, 1})}));
  model.add(std::make_shared<Conv2D>(
      Conv2DConfig{.filters = 4, .kernel_size = {3, 3}, .activation = get_activation("relu")}));
  model.add(std::make_shared<MaxPooling2D>());
  model.add(std::make_shared<Flatten>());
  model.add(std::make_shared<Dense>(DenseConfig{.units = 10}));
  REQUIRE(model.built());
  REQUIRE(*model.output_shape() == Shape{-1, 10});
  REQUIRE(model.count_params() == 3 * 3 * 4 + 4 + 36 * 10 + 10);
  REQUIRE(model.variables()[0]->path() == "sequential/conv2d/kernel");
  REQUIRE(model(image({2, 8, 8, 1})).shape() == Shape{2, 10});
  model.set_trainable(false);
  REQUIRE(model.trainable_variables().empty());
  REQUIRE(model.non_trainable_variables().size() == 4);
}

TEST_CASE("every layer is made from its own config by name") {
  reset_names();
  const Dict dense{{"units", Value(3)}, {"name", Value("d")}};
  const LayerPtr layer = make_layer("Dense", dense);
  REQUIRE(layer->name() == "d");
  const LayerPtr again = make_layer("Dense", layer->get_config());
  REQUIRE(to_text(again->get_config()) == to_text(layer->get_config()));
  REQUIRE(make_layer("MaxPool2D", {}) != nullptr);
  REQUIRE(make_layer("NoLayer", {}) == nullptr);
}

TEST_CASE("bad arguments name the class and the argument") {
  const auto make = [](const char* name, const Dict& values) {
    return [=] { make_layer(name, values); };
  };
  REQUIRE(contains(message_of(make("Dense", {}), Code::type_error), "'units'"));
  REQUIRE(contains(message_of(make("Dense", {{"units", Value(-1)}}), Code::value_error),
                   "units=-1 [Dense]"));
  REQUIRE(
      contains(message_of(make("Dense", {{"units", Value(1)}, {"x", Value(2)}}), Code::value_error),
               "passed to Dense: {'x': 2}"));
  REQUIRE(contains(message_of(make("Conv2D", {{"filters", Value(1)}, {"kernel_size", Value(0)}}),
                              Code::value_error),
                   "`kernel_size`"));
  REQUIRE(contains(message_of(
                       [] {
                         Conv2D({.filters = 2, .kernel_size = {0, 1}});
                       },
                       Code::value_error),
                   "including values {0}"));
  REQUIRE(contains(message_of([] { Dense({.units = 0}); }, Code::value_error), "[Dense]"));
}

TEST_CASE("an input that does not fit is refused and changes nothing") {
  Dense layer({.units = 3}, {.name = "d"});
  layer(image({2, 4}));
  REQUIRE(message_of(
              [&] {
                layer(image({2, 5}));
              },
              Code::value_error) ==
          "Input 0 with name 'None' of layer 'd' is incompatible with the layer: expected axis -1 "
          "of input shape to have value 4, but received input with shape (2, 5)\n\nArguments "
          "received by Dense.call():\n  • inputs=tf.Tensor(shape=(2, 5), dtype=float32)");
  REQUIRE(layer.variables().size() == 2);
  Conv2D conv({.filters = 2, .kernel_size = {5, 5}});
  REQUIRE(contains(message_of(
                       [&] {
                         conv(image({1, 3, 3, 1}));
                       },
                       Code::value_error),
                   "Computed output size would be zero or negative"));
  REQUIRE(conv.variables().empty());
  REQUIRE(!conv.built());
}

TEST_CASE("the training flag of a call reaches the layers inside") {
  REQUIRE(CallScope::current() == nullptr);
  const DTypePolicy policy;
  const CallScope outer(true, policy, true);
  {
    const CallScope inner(std::nullopt, policy, true);
    REQUIRE(inner.training());
    REQUIRE(inner.number() == outer.number());
    const CallScope innermost(false, policy, true);
    REQUIRE(!innermost.training());
  }
  REQUIRE(CallScope::current() == &outer);
}

TEST_CASE("dtype policies") {
  REQUIRE(DTypePolicy::parse("mixed_bfloat16").variable == DType::float32);
  REQUIRE(DTypePolicy::parse("float64").compute == DType::float64);
  REQUIRE_THROWS_AS(DTypePolicy::parse("float31"), Error);
  REQUIRE_THROWS_AS(set_floatx("int32"), Error);
  Dense layer({.units = 2}, {.dtype = DTypePolicy::parse("float64")});
  REQUIRE(layer(image({1, 3})).dtype() == DType::float64);
}
