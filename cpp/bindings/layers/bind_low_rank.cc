#include "bindings/layers/bind_low_rank.h"

#include <pybind11/stl.h>

#include "bindings/nn/part_class.h"
#include "bindings/nn/value_object.h"
#include "bindings/tensor/casters.h"

namespace pelton::bindings {
namespace {

LowRankOptions low_rank_options(int64_t rank, std::optional<double> alpha, const Value& a,
                                const Value& b) {
  return {.rank = rank,
          .alpha = alpha,
          .a_initializer = get_initializer(a),
          .b_initializer = get_initializer(b)};
}

const LowRank& enabled(const LowRankPtr& low_rank, const char* name) {
  check(low_rank != nullptr, Code::attribute_error, "There is no `", name,
        "` before `enable_lora()`.");
  return *low_rank;
}

}  // namespace

void bind_low_rank(py::module_& layers) {
  py::class_<LowRank, py::smart_holder>(layers, "_LowRank")
      .def_property_readonly("a", &LowRank::a)
      .def_property_readonly("b", &LowRank::b)
      .def_property_readonly("rank", &LowRank::rank)
      .def_property_readonly("alpha", &LowRank::alpha)
      .def("merged", &LowRank::merged, py::arg("weight"));
  layers.def(
      "_low_rank",
      [](Layer& layer, const py::object& weight, const LowRank* present, int64_t rank,
         std::optional<double> alpha, const Value& a_initializer, const Value& b_initializer,
         const Value& regularizer, bool is_constrained) {
        LowRankOptions options = low_rank_options(rank, alpha, a_initializer, b_initializer);
        options.regularizer = get_regularizer(regularizer);
        options.is_constrained = is_constrained;
        const VariableRef adapted = weight.is_none() ? nullptr : py::cast<VariableRef>(weight);
        return std::make_shared<LowRank>(layer, adapted, present, options);
      },
      py::arg("layer"), py::arg("weight"), py::arg("present"), py::arg("rank"), py::arg("alpha"),
      py::arg("a_initializer"), py::arg("b_initializer"), py::arg("regularizer"),
      py::arg("is_constrained"));
}

void def_low_rank(const py::object& cls, void (*enable)(Layer&, LowRankOptions),
                  LowRankPtr (*low_rank)(const Layer&)) {
  cls.attr("enable_lora") = py::cpp_function(
      [enable](Layer& layer, int64_t rank, std::optional<double> alpha, const Value& a,
               const Value& b) { enable(layer, low_rank_options(rank, alpha, a, b)); },
      py::name("enable_lora"), py::is_method(cls), py::arg("rank"),
      py::arg("lora_alpha") = py::none(), py::arg("a_initializer") = "he_uniform",
      py::arg("b_initializer") = "zeros",
      "Freezes the kernel and trains the product of two matrices of `rank` in its place.");
  const auto property = [&](const char* name, auto read) {
    def_property(cls, name, py::cpp_function(read, py::is_method(cls)));
  };
  property("_low_rank", low_rank);
  property("lora_enabled", [low_rank](const Layer& layer) { return low_rank(layer) != nullptr; });
  property("lora_kernel_a", [low_rank](const Layer& layer) {
    return enabled(low_rank(layer), "lora_kernel_a").a();
  });
  property("lora_kernel_b", [low_rank](const Layer& layer) {
    return enabled(low_rank(layer), "lora_kernel_b").b();
  });
}

}  // namespace pelton::bindings
