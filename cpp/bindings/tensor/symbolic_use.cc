#include "bindings/tensor/symbolic_use.h"

#include "bindings/errors.h"
#include "bindings/text.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

// What is raised for a use, with the tensor's name between the two texts.
struct Refusal {
  PyObject** type;  // null: OperatorNotAllowedInGraphError
  const char* before;
  const char* after;
};

constexpr const char* kNoValue = " has no value yet. ";

// In the order of SymbolicUse; `after` says what to use instead.
const Refusal kRefusals[] = {
    {nullptr, "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed: ",
     "Use tf.cond or tf.where instead of `if`, tf.while_loop instead of `while`, tf.logical_and, "
     "tf.logical_or and tf.logical_not instead of `and`, `or` and `not`"},
    {&PyExc_TypeError,
     "a symbolic `tf.Tensor` is no Python number: ", "Use tf.cast, which gives a tensor"},
    {&PyExc_TypeError, "a symbolic `tf.Tensor` is no Python index: ",
     "Use tf.range instead of `range`, tf.gather, or a slice of a tensor, which takes it"},
    {nullptr, "Iterating over a symbolic `tf.Tensor` of unknown length is not allowed: ",
     "Use tf.map_fn, tf.scan or tf.while_loop instead of `for`"},
    {&PyExc_TypeError, "len is not well defined for a symbolic Tensor: ",
     "Please call `x.shape` rather than `len(x)` for shape information, or tf.shape(x)[0] for the "
     "size that it will have"},
    {&PyExc_AttributeError,
     "'SymbolicTensor' object has no attribute 'numpy': ", "Return it and read the result"},
    {&PyExc_NotImplementedError, "Cannot convert a symbolic tf.Tensor to a numpy array: ",
     "This error may indicate that you're trying to pass a Tensor to a NumPy call, which is not "
     "supported. Use the function of tf or tf.math"},
    {&PyExc_TypeError, "the text of a symbolic `tf.Tensor` has no format: ", "Use tf.print"},
};

}  // namespace

void refuse_symbolic(const Tensor& tensor, SymbolicUse use) {
  notify_host_read(tensor, "Python code");
  const Refusal& refusal = kRefusals[static_cast<size_t>(use)];
  const std::string place = user_location();
  const std::string text = cat(refusal.before, symbolic_name(tensor), kNoValue, refusal.after,
                               place.empty() ? "" : " (at " + place + ")");
  PyErr_SetString(refusal.type == nullptr ? operator_not_allowed_class() : *refusal.type,
                  text.c_str());
  throw py::error_already_set();
}

}  // namespace pelton::bindings
