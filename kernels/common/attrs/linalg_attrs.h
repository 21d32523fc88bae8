// Owns the attributes of the ops that factor matrices and solve systems, and of fft.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct TriangularSolveAttrs {
  bool lower = true;     // which triangle is read
  bool adjoint = false;  // solve with the conjugate transpose
};
template <>
inline constexpr auto fields<TriangularSolveAttrs> = std::tuple{
    field("lower", &TriangularSolveAttrs::lower), field("adjoint", &TriangularSolveAttrs::adjoint)};

// Of matrix_solve and matrix_inverse.
struct MatrixSolveAttrs {
  bool adjoint = false;  // solve with the conjugate transpose
};
template <>
inline constexpr auto fields<MatrixSolveAttrs> =
    std::tuple{field("adjoint", &MatrixSolveAttrs::adjoint)};

struct LuAttrs {
  DType output_idx_type = DType::int32;
};
template <>
inline constexpr auto fields<LuAttrs> =
    std::tuple{field("output_idx_type", &LuAttrs::output_idx_type)};

// Of qr and svd.
struct FactorAttrs {
  bool full_matrices = false;  // square orthogonal factors; else as many columns as min(m, n)
};
template <>
inline constexpr auto fields<FactorAttrs> =
    std::tuple{field("full_matrices", &FactorAttrs::full_matrices)};

struct FftAttrs {
  bool inverse = false;  // turns the other way; neither way is divided by the number of points
};
template <>
inline constexpr auto fields<FftAttrs> = std::tuple{field("inverse", &FftAttrs::inverse)};

struct IrfftAttrs {
  int64_t points = 0;  // real numbers of a row
};
template <>
inline constexpr auto fields<IrfftAttrs> =
    std::tuple{required_field("points", &IrfftAttrs::points)};

}  // namespace pelton
