#include "bindings/tensor/symbolic_use.h"

#include "bindings/errors.h"
#include "bindings/text.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

struct Refusal {
  PyObject* type;
  std::string text;
};

Refusal refusal_of(const Tensor& tensor, SymbolicUse use) {
  const std::string name = symbolic_name(tensor);
  switch (use) {
    case SymbolicUse::truth:
      return {operator_not_allowed_class(),
              cat("Using a symbolic `tf.Tensor` as a Python `bool` is not allowed: ", name,
                  " has no value yet. Use tf.cond or tf.where instead of `if`, tf.while_loop "
                  "instead of `while`, tf.logical_and, tf.logical_or and tf.logical_not instead of "
                  "`and`, `or` and `not`")};
    case SymbolicUse::iteration:
      return {operator_not_allowed_class(),
              cat("Iterating over a symbolic `tf.Tensor` is not allowed: the first size of ", name,
                  " is not known yet. Use tf.map_fn, tf.scan or tf.while_loop instead of `for`")};
    case SymbolicUse::length:
      return {PyExc_TypeError,
              cat("len is not well defined for a symbolic Tensor (", name,
                  "). Please call `x.shape` rather than `len(x)` for shape information, or "
                  "tf.shape(x)[0] for the size that it will have")};
    case SymbolicUse::numpy:
      return {PyExc_AttributeError,
              cat("'SymbolicTensor' object has no attribute 'numpy': ", name,
                  " has no value yet. Return it and read the result, or use tf.py_function")};
    case SymbolicUse::array:
      return {PyExc_NotImplementedError,
              cat("Cannot convert a symbolic tf.Tensor (", name,
                  ") to a numpy array. This error may indicate that you're trying to pass a Tensor "
                  "to a NumPy call, which is not supported. Use the function of tf or tf.math")};
    case SymbolicUse::index:
      return {PyExc_TypeError,
              cat("a symbolic `tf.Tensor` is no Python index: ", name,
                  " has no value yet. Use tf.range instead of `range`, tf.gather, or a slice of a "
                  "tensor, which takes it")};
    case SymbolicUse::number:
      return {PyExc_TypeError,
              cat("a symbolic `tf.Tensor` is no Python number: ", name,
                  " has no value yet. Use tf.cast, which gives a tensor")};
    case SymbolicUse::text:
      return {PyExc_TypeError, cat("the text of a symbolic `tf.Tensor` has no format: ", name,
                                   " has no value yet. Use tf.print")};
  }
  return {PyExc_TypeError, name};
}

}  // namespace

void refuse_symbolic(const Tensor& tensor, SymbolicUse use) {
  notify_host_read(tensor, "Python code");
  Refusal refusal = refusal_of(tensor, use);
  if (const std::string place = user_location(); !place.empty()) refusal.text += cat(" (at ", place, ')');
  PyErr_SetString(refusal.type, refusal.text.c_str());
  throw py::error_already_set();
}

}  // namespace pelton::bindings
