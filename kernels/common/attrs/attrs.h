// Owns the attribute structs of the ops with their field tables: names and defaults as in
// TensorFlow. Kernels read them, so they live on the kernels' floor.
#pragma once
#include <optional>

#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct AxisAttrs {
  int64_t axis = 0;
};
template <>
inline constexpr auto fields<AxisAttrs> = std::tuple{field("axis", &AxisAttrs::axis)};

struct SoftmaxAttrs {
  std::optional<int64_t> axis;  // absent: the last
};
template <>
inline constexpr auto fields<SoftmaxAttrs> = std::tuple{field("axis", &SoftmaxAttrs::axis)};

struct AxesAttrs {
  Axes axis;
};
template <>
inline constexpr auto fields<AxesAttrs> = std::tuple{required_field("axis", &AxesAttrs::axis)};

struct ReduceAttrs {
  std::optional<Axes> axis;
  bool keepdims = false;
};
template <>
inline constexpr auto fields<ReduceAttrs> =
    std::tuple{field("axis", &ReduceAttrs::axis), field("keepdims", &ReduceAttrs::keepdims)};

struct ArgReduceAttrs {
  int64_t axis = 0;
  DType output_type = DType::int64;
};
template <>
inline constexpr auto fields<ArgReduceAttrs> = std::tuple{
    field("axis", &ArgReduceAttrs::axis), field("output_type", &ArgReduceAttrs::output_type)};

struct DTypeAttrs {
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<DTypeAttrs> = std::tuple{required_field("dtype", &DTypeAttrs::dtype)};

struct ShapeAttrs {
  DType out_type = DType::int32;
};
template <>
inline constexpr auto fields<ShapeAttrs> = std::tuple{field("out_type", &ShapeAttrs::out_type)};

struct DimsAttrs {
  Axes dims;
};
template <>
inline constexpr auto fields<DimsAttrs> = std::tuple{required_field("dims", &DimsAttrs::dims)};

struct CreateAttrs {
  Axes shape;
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<CreateAttrs> =
    std::tuple{required_field("shape", &CreateAttrs::shape), field("dtype", &CreateAttrs::dtype)};

struct FullAttrs {
  Axes shape;
  double value = 0.0;
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<FullAttrs> =
    std::tuple{required_field("shape", &FullAttrs::shape),
               required_field("value", &FullAttrs::value), field("dtype", &FullAttrs::dtype)};

struct RangeAttrs {
  double start = 0.0;
  double limit = 0.0;
  double delta = 1.0;
  DType dtype = DType::int32;
};
template <>
inline constexpr auto fields<RangeAttrs> = std::tuple{
    required_field("start", &RangeAttrs::start), required_field("limit", &RangeAttrs::limit),
    field("delta", &RangeAttrs::delta), field("dtype", &RangeAttrs::dtype)};

struct EyeAttrs {
  int64_t num_rows = 0;
  std::optional<int64_t> num_columns;  // absent: as many as rows
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<EyeAttrs> =
    std::tuple{required_field("num_rows", &EyeAttrs::num_rows),
               field("num_columns", &EyeAttrs::num_columns), field("dtype", &EyeAttrs::dtype)};

struct EluAttrs {
  double alpha = 1.0;
};
template <>
inline constexpr auto fields<EluAttrs> = std::tuple{field("alpha", &EluAttrs::alpha)};

struct GeluAttrs {
  bool approximate = false;
};
template <>
inline constexpr auto fields<GeluAttrs> = std::tuple{field("approximate", &GeluAttrs::approximate)};

struct LeakyReluAttrs {
  double alpha = 0.2;
};
template <>
inline constexpr auto fields<LeakyReluAttrs> = std::tuple{field("alpha", &LeakyReluAttrs::alpha)};

struct ReshapeAttrs {
  Axes shape;
};
template <>
inline constexpr auto fields<ReshapeAttrs> =
    std::tuple{required_field("shape", &ReshapeAttrs::shape)};

struct TransposeAttrs {
  std::optional<Axes> perm;  // absent: reversed axes
};
template <>
inline constexpr auto fields<TransposeAttrs> = std::tuple{field("perm", &TransposeAttrs::perm)};

struct SqueezeAttrs {
  std::optional<Axes> axis;  // absent: every axis of size 1
};
template <>
inline constexpr auto fields<SqueezeAttrs> = std::tuple{field("axis", &SqueezeAttrs::axis)};

// One entry per axis of the input, already normalised: 0 <= begin, size from the span, stride != 0.
// No strides: all 1. Where a size is 0, begin and stride are not looked at.
struct SliceAttrs {
  Axes begin;
  Axes size;
  Axes strides;
};
template <>
inline constexpr auto fields<SliceAttrs> =
    std::tuple{required_field("begin", &SliceAttrs::begin),
               required_field("size", &SliceAttrs::size), field("strides", &SliceAttrs::strides)};

struct SliceGradAttrs {
  Axes shape;  // of the slice's input
  Axes begin;
  Axes strides;
};
template <>
inline constexpr auto fields<SliceGradAttrs> = std::tuple{
    required_field("shape", &SliceGradAttrs::shape),
    required_field("begin", &SliceGradAttrs::begin), field("strides", &SliceGradAttrs::strides)};

struct ScatterAttrs {
  Axes shape;
  int64_t axis = 0;
};
template <>
inline constexpr auto fields<ScatterAttrs> =
    std::tuple{required_field("shape", &ScatterAttrs::shape), field("axis", &ScatterAttrs::axis)};

struct OneHotAttrs {
  int64_t depth = 0;
  double on_value = 1.0;
  double off_value = 0.0;
  int64_t axis = -1;
  DType dtype = DType::float32;
};
template <>
inline constexpr auto fields<OneHotAttrs> = std::tuple{
    required_field("depth", &OneHotAttrs::depth), field("on_value", &OneHotAttrs::on_value),
    field("off_value", &OneHotAttrs::off_value), field("axis", &OneHotAttrs::axis),
    field("dtype", &OneHotAttrs::dtype)};

enum class PadMode : uint8_t { constant, reflect, symmetric };
template <>
inline constexpr auto enum_names<PadMode> =
    std::array<const char*, 3>{"CONSTANT", "REFLECT", "SYMMETRIC"};

struct PadAttrs {
  Axes paddings;  // before and after for each axis in turn: 2 * rank entries
  PadMode mode = PadMode::constant;
  double constant_values = 0.0;
};
template <>
inline constexpr auto fields<PadAttrs> =
    std::tuple{required_field("paddings", &PadAttrs::paddings), field("mode", &PadAttrs::mode),
               field("constant_values", &PadAttrs::constant_values)};

struct MultiplesAttrs {
  Axes multiples;
};
template <>
inline constexpr auto fields<MultiplesAttrs> =
    std::tuple{required_field("multiples", &MultiplesAttrs::multiples)};

struct MatmulAttrs {
  bool transpose_a = false;
  bool transpose_b = false;
};
template <>
inline constexpr auto fields<MatmulAttrs> =
    std::tuple{field("transpose_a", &MatmulAttrs::transpose_a),
               field("transpose_b", &MatmulAttrs::transpose_b)};

enum class Padding : uint8_t { valid, same, explicit_sizes };
template <>
inline constexpr auto enum_names<Padding> = std::array<const char*, 3>{"VALID", "SAME", "EXPLICIT"};

struct Conv2dAttrs {
  Axes strides{1, 1};  // height, width
  Padding padding = Padding::valid;
  Axes dilations{1, 1};
  Axes explicit_paddings;  // top, bottom, left, right; empty unless padding is EXPLICIT
};
template <>
inline constexpr auto fields<Conv2dAttrs> =
    std::tuple{field("strides", &Conv2dAttrs::strides), field("padding", &Conv2dAttrs::padding),
               field("dilations", &Conv2dAttrs::dilations),
               field("explicit_paddings", &Conv2dAttrs::explicit_paddings)};

struct Conv2dGradAttrs {
  Axes shape;  // of the gradient: the forward input or the filters
  Axes strides{1, 1};
  Padding padding = Padding::valid;
  Axes dilations{1, 1};
  Axes explicit_paddings;
};
template <>
inline constexpr auto fields<Conv2dGradAttrs> = std::tuple{
    required_field("shape", &Conv2dGradAttrs::shape), field("strides", &Conv2dGradAttrs::strides),
    field("padding", &Conv2dGradAttrs::padding), field("dilations", &Conv2dGradAttrs::dilations),
    field("explicit_paddings", &Conv2dGradAttrs::explicit_paddings)};

enum class FusedActivation : uint8_t { none, relu };
template <>
inline constexpr auto enum_names<FusedActivation> = std::array<const char*, 2>{"none", "relu"};

// A convolution, an activation and a max pool whose windows are as far apart as they are large.
struct FusedConv2dAttrs {
  Axes strides{1, 1};
  Padding padding = Padding::valid;
  Axes dilations{1, 1};
  Axes explicit_paddings;
  FusedActivation activation = FusedActivation::none;
  Axes pool{1, 1};  // height, width; 1, 1: no pool
};
template <>
inline constexpr auto fields<FusedConv2dAttrs> =
    std::tuple{field("strides", &FusedConv2dAttrs::strides),
               field("padding", &FusedConv2dAttrs::padding),
               field("dilations", &FusedConv2dAttrs::dilations),
               field("explicit_paddings", &FusedConv2dAttrs::explicit_paddings),
               field("activation", &FusedConv2dAttrs::activation),
               field("pool", &FusedConv2dAttrs::pool)};

struct FusedConv2dGradAttrs {
  Axes strides{1, 1};
  Padding padding = Padding::valid;
  Axes dilations{1, 1};
  Axes explicit_paddings;
  FusedActivation activation = FusedActivation::none;
  Axes pool{1, 1};
  bool input_needed = true;
};
template <>
inline constexpr auto fields<FusedConv2dGradAttrs> =
    std::tuple{field("strides", &FusedConv2dGradAttrs::strides),
               field("padding", &FusedConv2dGradAttrs::padding),
               field("dilations", &FusedConv2dGradAttrs::dilations),
               field("explicit_paddings", &FusedConv2dGradAttrs::explicit_paddings),
               field("activation", &FusedConv2dGradAttrs::activation),
               field("pool", &FusedConv2dGradAttrs::pool),
               field("input_needed", &FusedConv2dGradAttrs::input_needed)};

struct Pool2dAttrs {
  Axes ksize{2, 2};  // height, width
  Axes strides{2, 2};
  Padding padding = Padding::valid;
};
template <>
inline constexpr auto fields<Pool2dAttrs> = std::tuple{
    required_field("ksize", &Pool2dAttrs::ksize), required_field("strides", &Pool2dAttrs::strides),
    required_field("padding", &Pool2dAttrs::padding)};

struct Pool2dGradAttrs {
  Axes shape;  // of the forward input
  Axes ksize{2, 2};
  Axes strides{2, 2};
  Padding padding = Padding::valid;
};
template <>
inline constexpr auto fields<Pool2dGradAttrs> = std::tuple{
    required_field("shape", &Pool2dGradAttrs::shape), field("ksize", &Pool2dGradAttrs::ksize),
    field("strides", &Pool2dGradAttrs::strides), field("padding", &Pool2dGradAttrs::padding)};

struct BatchNormAttrs {
  double epsilon = 1e-3;
  FusedActivation activation = FusedActivation::none;  // of y
};
template <>
inline constexpr auto fields<BatchNormAttrs> = std::tuple{
    field("epsilon", &BatchNormAttrs::epsilon), field("activation", &BatchNormAttrs::activation)};

struct LayerNormAttrs {
  double epsilon = 1e-3;
};
template <>
inline constexpr auto fields<LayerNormAttrs> =
    std::tuple{field("epsilon", &LayerNormAttrs::epsilon)};

}  // namespace pelton
