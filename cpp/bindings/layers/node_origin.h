// Owns NodeOrigin: what says that a layer's call, a node of a Python graph, gave a symbolic tensor.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "bindings/gil.h"
#include "core/tensor.h"

namespace pelton::bindings {

namespace py = pybind11;

class __attribute__((visibility("hidden"))) NodeOrigin final : public Origin {
 public:
  NodeOrigin(py::object node, std::string name) : node_(std::move(node)), name_(std::move(name)) {}
  ~NodeOrigin() override {
    const GilTaken gil;
    node_ = py::object();
  }
  const py::object& node() const { return node_; }
  // Whether it is a call of a layer, not an operation of a graph of TensorFlow 1.
  bool is_of_keras() const {
    const auto module = py::cast<std::string>(py::type::of(node_).attr("__module__"));
    return module.starts_with("pelton.keras");
  }
  std::string name() const override { return name_; }

 private:
  py::object node_;
  std::string name_;
};

}  // namespace pelton::bindings
