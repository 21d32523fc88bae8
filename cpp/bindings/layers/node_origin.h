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
  std::string name() const override { return name_; }

 private:
  py::object node_;
  std::string name_;
};

}  // namespace pelton::bindings
