// Owns what transpose can be told besides the order of axes: to conjugate.
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {

// Those of the op, then what is not the view's business.
struct WideTransposeAttrs {
  std::optional<Axes> perm;  // absent: reversed axes
  bool conjugate = false;
};
template <>
inline constexpr auto fields<WideTransposeAttrs> = std::tuple{
    field("perm", &WideTransposeAttrs::perm), field("conjugate", &WideTransposeAttrs::conjugate)};

namespace {

std::vector<Tensor> compose_transpose(const ComposeContext& c) {
  const auto& attrs = c.attrs<WideTransposeAttrs>();
  const Tensor out = transpose(c.in(0), {.perm = attrs.perm});
  return {attrs.conjugate ? conj(out) : out};
}

constinit const CompositeOp wide_transpose_op{
    .schema = {.name = "transpose",
               .tf_name = "Transpose",
               .inputs = {"a"},
               .attrs = &attrs_of<WideTransposeAttrs>},
    .doc =
        "`a` with its axes in the order `perm`, reversed unless given; `conjugate`: and "
        "complex numbers conjugated.",
    .compose = compose_transpose};

constexpr const CompositeOp* kWideTransposeOps[] = {&wide_transpose_op};
const OpFamily wide_transpose_ops(kWideTransposeOps);

}  // namespace
}  // namespace pelton
