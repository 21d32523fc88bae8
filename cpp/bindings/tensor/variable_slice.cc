#include "bindings/tensor/variable_slice.h"

#include "bindings/errors.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/indexing.h"
#include "bindings/tensor/variable_type.h"
#include "ops/array/array.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"

namespace pelton::bindings {
namespace {

struct PyVariableSlice {
  PyTensor part;
  PyObject* variable;
  PyObject* key;
};

void slice_dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PyVariableSlice*>(self);
  if (object->part.weak_references != nullptr) PyObject_ClearWeakRefs(self);
  Py_CLEAR(object->part.attributes);
  object->part.tensor.~Tensor();
  Py_DECREF(object->variable);
  Py_DECREF(object->key);
  PyTypeObject* own_type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(own_type);
}

// `value` in the slice's shape; as in TensorFlow it broadcasts, and leading axes of size 1 go.
Tensor fit(const Tensor& value, const Indexing& indexing) {
  const Shape wanted = indexing.shape();
  Shape given = value.shape();
  while (given.size() > wanted.size() && given[0] == 1)
    given = Shape(given.begin() + 1, given.end());
  Shape common = wanted;
  if (given != wanted) {
    try {
      common = broadcast_shapes(given, wanted);
    } catch (const Error&) {
      common = {};
    }
    check(common == wanted, "Cannot broadcast input shape ", bracketed(value.shape()),
          " into final shape ", bracketed(wanted), " [Op:ResourceStridedSliceAssign]");
  }
  const Tensor spread = broadcast_to(reshape(value, {.shape = given}), {.shape = wanted});
  return reshape(spread, {.shape = indexing.slice().size});
}

// Lets go of the slice's value while it lives: `v[0].assign(1)` may then write in place, as nobody
// reads `v[0]` any more. A slice that somebody keeps holds on to its value.
class Released {
 public:
  Released(PyVariableSlice& slice, const Variable& variable)
      : slice_(slice),
        variable_(variable),
        last_(Py_REFCNT(&slice) == 1 && slice.part.tensor.storage() == variable.value().storage()) {
    if (last_) slice_.part.tensor = slice_.part.tensor.without_data();
  }
  ~Released() {
    if (last_) slice_.part.tensor = variable_.value().view(slice_.part.tensor.layout());
  }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyVariableSlice& slice_;
  const Variable& variable_;
  const bool last_;
};

// A record does the same again: only the slice is written, in place where nobody holds the value.
void assign_slice(const VariableRef& variable, const Tensor& part, const SliceAttrs& slice) {
  if (Tracer::current() == nullptr) return variable->assign_slice(part, slice);
  variable->untaped_value();  // tells the tracer whose slice it is: records keep to its shape
  perform(
      cat("assign_slice of ", variable->path()), {part},
      [variable, slice](std::span<const Tensor> given) {
        variable->assign_slice(given[0], slice);
        return std::vector<Tensor>();
      },
      kNoOutputs);
}

// v[...].assign(value, use_locking=False, name=None, read_value=True): the last three are accepted
// as in TensorFlow and have no effect. Gives the variable.
PyObject* assign(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject *value = nullptr, *ignored = nullptr;
  const char* names[] = {"value", "use_locking", "name", "read_value", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOO:assign", const_cast<char**>(names), &value,
                                   &ignored, &ignored, &ignored))
    return nullptr;
  auto* slice = reinterpret_cast<PyVariableSlice*>(self);
  return guarded([&] {
    const VariableRef variable = unwrap_variable(slice->variable);
    const Tensor given = to_tensor_like(value, variable->dtype());
    const Indexing indexing(variable->shape(), slice->key);
    const Tensor part = fit(given, indexing);
    const Released released(*slice, *variable);
    assign_slice(variable, part, indexing.slice());
    return Py_NewRef(slice->variable);
  });
}

PyMethodDef slice_methods[] = {
    {"assign", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&assign)),
     METH_VARARGS | METH_KEYWORDS, "Replaces this part of the variable; gives the variable."},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

PyObject* wrap_slice(Tensor part, PyObject* variable, PyObject* key) {
  auto* object = PyObject_New(PyVariableSlice, tensor_types.variable_slice);
  if (object == nullptr) throw py::error_already_set();
  object->part.weak_references = nullptr;
  object->part.attributes = nullptr;
  new (&object->part.tensor) Tensor(std::move(part));
  object->variable = Py_NewRef(variable);
  object->key = Py_NewRef(key);
  return reinterpret_cast<PyObject*>(object);
}

void bind_variable_slice(py::module_& module) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void*>(&slice_dealloc)},
      {Py_tp_methods, slice_methods},
      {Py_tp_doc, const_cast<char*>("A part of a Variable: its value as a Tensor, and assign().")},
      {0, nullptr}};
  PyType_Spec spec{"pelton.VariableSlice", sizeof(PyVariableSlice), 0, Py_TPFLAGS_DEFAULT, slots};
  // Nobody else may derive from Tensor.
  tensor_type()->tp_flags |= Py_TPFLAGS_BASETYPE;
  PyObject* made = PyType_FromSpecWithBases(&spec, reinterpret_cast<PyObject*>(tensor_type()));
  tensor_type()->tp_flags &= ~Py_TPFLAGS_BASETYPE;
  if (made == nullptr) throw py::error_already_set();
  tensor_types.variable_slice = reinterpret_cast<PyTypeObject*>(made);
  module.attr("VariableSlice") = py::handle(made);
}

}  // namespace pelton::bindings
