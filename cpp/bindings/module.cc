// Owns the extension module: the order in which the binding files run.
#include "bindings/argument_errors.h"
#include "bindings/autograd/tape_type.h"
#include "bindings/bind.h"
#include "bindings/errors.h"
#include "bindings/half_made.h"
#include "bindings/layers/bind_layers.h"
#include "bindings/ops/op_functions.h"
#include "bindings/program/function_type.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_slice.h"
#include "bindings/tensor/variable_type.h"
#include "runtime/threads/exception_room.h"

namespace pelton::bindings {
namespace {

// Half of what there is to make: for pelton.keras, which asks for it when it is first used.
void bind_keras(py::module_ module) {
  if (py::hasattr(module, "layers")) return;
  bind_data(module);  // whose nodes training takes
  bind_keras_settings(module);
  bind_activations(module);
  bind_initializers(module);
  bind_losses(module);
  bind_metrics(module);
  bind_optimizers(module);
  bind_layers(module);
  bind_trainer(module);
  refuse_half_made();
  name_bad_arguments(module);
}

}  // namespace
}  // namespace pelton::bindings

PYBIND11_MODULE(_core, module) {
  using namespace pelton::bindings;
  module.doc() = "The engine under pelton; use the pelton package instead.";
  pelton::take_exception_room();
  bind_errors(module);
  bind_dtypes(module);
  bind_tensor_type(module);
  bind_variable_type(module);
  bind_variable_slice(module);
  bind_op_functions(module);
  bind_runtime(module);
  bind_functions(module);
  bind_custom_gradient(module);
  bind_init_scope(module);
  bind_tape_type(module);
  bind_function_type(module);
  bind_program_files(module);
  bind_op_table(module);
  module.def(
      "bind_keras", [] { bind_keras(py::module_::import("pelton._core")); },
      "Makes the submodules under pelton.keras; does nothing the second time.");
  module.def(
      "bind_data",
      [] {
        py::module_ core = py::module_::import("pelton._core");
        bind_data(core);
        refuse_half_made();
        name_bad_arguments(core);
      },
      "Makes the submodule under pelton.data; does nothing the second time.");
  refuse_half_made();
  name_bad_arguments(module);
}
