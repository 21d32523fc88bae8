// Declares what the files that bind losses, metrics, optimizers and the Trainer add to the module.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

void bind_losses(pybind11::module_& module);
void bind_metrics(pybind11::module_& module);
void bind_optimizers(pybind11::module_& module);  // and learning rate schedules
void bind_trainer(pybind11::module_& module);     // batches and the Trainer; needs the layers

}  // namespace pelton::bindings
