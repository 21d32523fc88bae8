// Owns Signature: which record of a function fits a call, and the tensors that a call passes.
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "autograd/variable.h"

namespace pelton::bindings {

namespace py = pybind11;

// Tensors and NumPy arrays count by dtype, shape and device; variables and other objects by
// identity; numbers, strings and None by value; lists, tuples and dicts by their elements; values
// made of several tensors by what is static of them, and their parts by what the spec says of them.
struct Signature {
  std::string bytes;
  std::vector<Tensor> tensors;         // in the order of nest's flatten, parts among them
  std::vector<Shape> shapes;           // by which they count: a size of kUnknown is any
  std::vector<py::object> specs;       // of the values made of several tensors, in order
  std::vector<py::object> objects;     // those that count by identity
  std::vector<VariableRef> variables;  // likewise
  bool is_open = false;                // whether some shape has a size that may be any
  // The shapes that count for the tensors, in their order, if not their own, and the specs.
  const std::vector<Shape>* open_shapes = nullptr;
  const std::vector<py::object>* open_specs = nullptr;

  // What a call depends on besides its arguments: the device scope, Keras's float type and the
  // training flag of the layer call around it.
  void add_context();
  // The context and all arguments.
  void add_call(pybind11::handle args, pybind11::handle kwargs);
  // Raises RecursionError for a container that contains itself, what to_tensor raises for an array.
  void add(PyObject* argument);

 private:
  void add_tensor(const Tensor& tensor);
  void add_tensor(const Tensor& tensor, const Shape& shape);
  void add_composite(PyObject* value);
  void add_number(PyObject* number);
  void add_text(PyObject* text);
  void add_dict(PyObject* dict);
  void add_items(PyObject* sequence);
  void add_object(PyObject* object);
};

// True for what becomes a tensor when a function is called with it: tensors, NumPy arrays and
// NumPy's scalars.
bool is_tensor_argument(PyObject* object);

}  // namespace pelton::bindings
