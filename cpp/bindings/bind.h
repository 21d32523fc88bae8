// Declares what each binding file adds to the module.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

void bind_runtime(pybind11::module_& module);  // devices, placement, log, seeds, threads, memory
void bind_custom_gradient(pybind11::module_& module);  // gradients written in Python
void bind_init_scope(pybind11::module_& module);
void bind_functions(pybind11::module_& module);        // public functions that are no single op
void bind_control_flow(pybind11::module_& functions);  // traced branches and loops
void bind_program_files(pybind11::module_& module);    // programs as bytes and back
void bind_losses(pybind11::module_& module);
void bind_metrics(pybind11::module_& module);
void bind_optimizers(pybind11::module_& module);  // and learning rate schedules
void bind_trainer(pybind11::module_& module);     // batches and the Trainer; needs the layers
void bind_data(pybind11::module_& module);        // pipelines; does nothing the second time
void bind_records(pybind11::module_& data);       // what reads records, of bind_data's module
void bind_passes(pybind11::module_& data);        // passes, of the same
void bind_op_table(pybind11::module_& module);    // what the op table says, for tests and stubs

}  // namespace pelton::bindings
