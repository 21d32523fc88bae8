// Owns PythonSide and PyLayer: how a layer written in Python (or derived from a built-in one there)
// answers C++'s virtual calls, and which layers are among its attributes.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/trampoline_self_life_support.h>

#include <atomic>

#include "bindings/gil.h"
#include "nn/module/layer.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {

namespace py = pybind11;

// What a layer made in Python knows of its Python object.
// Where the library's layers that are written in Python are.
inline constexpr std::string_view kLibraryModules = "pelton.keras.layers.";

class PythonSide {
 public:
  virtual ~PythonSide();
  // Borrowed: the object owns the layer.
  void attach(PyObject* self);
  py::handle self() const { return self_; }
  // True for an instance of a class defined in Python: only then virtual calls may end there.
  bool is_derived() const { return is_derived_; }
  // The bound method `name` when the object's class defines it in Python, else null.
  py::object overridden(const char* name) const;
  // The parameters of the Python `call` by name, in order, as inspect has them.
  py::object call_parameters() const;
  // Whether the Python `call` takes an argument of this name behind the first `given` ones.
  bool call_takes(const char* argument, size_t given = 0) const;
  // The layers that pelton.keras.tracking has found among the attributes, which it says that there
  // are.
  std::vector<LayerPtr> find_layers() const;
  void note_layers() { has_layers_ = true; }
  bool has_layers() const { return has_layers_; }

  // Whether the last call gave more than one tensor; absent before the first.
  const std::optional<bool>& gives_nest() const { return gives_nest_; }
  void note_output(py::handle output) const;

  // Keeps the constructor's arguments when all are plain values.
  void set_init_arguments(py::object args, py::object kwargs);
  // (args, kwargs) of the constructor, or None when some are objects.
  py::object init_arguments() const;
  // Where its class is defined.
  std::string python_module() const;

 protected:
  Shape call_shape_method(const py::object& method, const Shape& input_shape) const;
  Tensor call_method(const py::object& method, const Tensor& input, bool training) const;

 private:
  PyObject* self_ = nullptr;
  bool is_derived_ = false;
  std::atomic<bool> has_layers_ = false;
  mutable std::optional<bool> call_takes_training_;
  mutable std::optional<bool> gives_nest_;
  py::object init_args_;
  py::object init_kwargs_;
};

// By a symbolic call, or where that raises by what the layer tells or by calls on zeros.
Tensor output_of_python(Layer& layer, const Tensor& input, bool tells_shape,
                        const std::function<Tensor(const Tensor&)>& symbolic_output);

// Trampoline over layer class Base. The virtual functions take the GIL only where Python code may
// be defined for them.
template <class Base>
class PyLayer : public Base, public PythonSide, public py::trampoline_self_life_support {
 public:
  using Base::Base;

  void build(const Shape& input_shape) override {
    if (is_derived()) {
      const GilTaken gil;
      if (const py::object method = overridden("build")) {
        method(input_shape_object(input_shape));
        return;
      }
    }
    Base::build(input_shape);
  }
  Tensor call(const Tensor& input, bool training) override {
    if (is_derived()) {
      const GilTaken gil;
      if (const py::object method = overridden("call")) {
        notify_host_callback(Base::class_name());
        return call_method(method, input, training);
      }
    }
    return Base::call(input, training);
  }
  Shape compute_output_shape(const Shape& input_shape) override {
    if (is_derived()) {
      const GilTaken gil;
      if (const py::object method = overridden("compute_output_shape"))
        return call_shape_method(method, input_shape);
      if (overridden("call"))
        return without_names(
            called_on(Tensor::symbolic(input_shape, Base::assumed_dtype())).shape());
    }
    return Base::compute_output_shape(input_shape);
  }
  Tensor output_like(const Tensor& input) override {
    if (is_derived()) {
      const GilTaken gil;
      const bool tells_shape = is_users() && overridden("compute_output_shape");
      if (tells_shape)
        return Tensor::symbolic(compute_output_shape(without_names(input.shape())),
                                Base::assumed_dtype());
      if (overridden("call")) return called_on(input);
    }
    return Base::output_like(input);
  }
  bool takes_training() const override {
    if (!is_derived()) return true;
    const GilTaken gil;
    return !overridden("call") || call_parameters().contains("training");
  }
  Dict get_config() const override;
  std::vector<LayerPtr> sublayers() const override {
    std::vector<LayerPtr> layers = Base::sublayers();
    if (!is_derived() && !has_layers()) return layers;
    for (const LayerPtr& layer : find_layers())
      if (std::find(layers.begin(), layers.end(), layer) == layers.end()) layers.push_back(layer);
    return layers;
  }
  std::string module() const override { return is_users() ? python_module() : Base::module(); }
  std::string registered_name() const override {
    return is_users() ? Base::class_name() : Base::registered_name();
  }

 protected:
  // Python code may read values, which no symbolic tensor has.
  Tensor called_on(const Tensor& input) {
    const bool tells_shape = static_cast<bool>(overridden("compute_output_shape"));
    return output_of_python(*this, input, tells_shape,
                            [this](const Tensor& x) { return Base::symbolic_output(x); });
  }
  // A `call` in Python gives its outputs their masks itself.
  void pass_mask(const Tensor& input, const Tensor& output) const override {
    if (is_derived()) {
      const GilTaken gil;
      if (overridden("call")) return;
    }
    Base::pass_mask(input, output);
  }

 private:
  // Of a class that is not the library's own.
  bool is_users() const { return is_derived() && !python_module().starts_with(kLibraryModules); }
  static py::object input_shape_object(const Shape& shape);
};

// Layer itself, to be derived from in Python; its call() raises unimplemented.
class PlainLayer : public Layer {
 public:
  explicit PlainLayer(LayerOptions options) : Layer("Layer", std::move(options)) {}
  Tensor call(const Tensor&, bool) override {
    raise(Code::unimplemented, "Layer ", class_name(),
          " does not have a `call` method implemented.");
  }
};

// The tuple of sizes that a Python `build` gets.
py::object shape_object(const Shape& shape);
// Config of a Python class from its own get_config.
Dict config_of_method(const py::object& method);

template <class Base>
py::object PyLayer<Base>::input_shape_object(const Shape& shape) {
  return shape_object(shape);
}

template <class Base>
Dict PyLayer<Base>::get_config() const {
  if (!is_derived()) return Base::get_config();
  // Also that of a bound class, which adds what the Python __init__ was given.
  const GilTaken gil;
  return config_of_method(py::getattr(self(), "get_config"));
}

}  // namespace pelton::bindings
