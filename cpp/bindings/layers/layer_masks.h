// Owns the way of masks through layers that are written in Python, as Keras 3's Layer.__call__ has
// it. Layers in C++ pass the mask on themselves (Layer::operator()).
#pragma once
#include "bindings/layers/python_layer.h"

namespace pelton::bindings {

// Fills `mask`, or `<argument>_mask` where several arguments hold tensors, among the keywords of a
// call where the method takes it, it is not given and the tensors have masks. Returns the mask that
// counts for the call: the one given, else those of the first argument in its structure; None where
// there is none.
py::object take_masks(const PythonSide& side, const py::tuple& args, py::dict keywords);
// Gives the outputs the masks that the layer computes, unless they have some.
void set_output_masks(const PythonSide& side, py::handle first, py::handle output,
                      const py::object& masks);
// layer.supports_masking: what was set, or that a class in Python has its own compute_mask.
bool supports_masking(const Layer& layer);

}  // namespace pelton::bindings
