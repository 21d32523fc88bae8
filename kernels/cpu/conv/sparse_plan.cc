// Owns the geometry of padded images and of register blocks.
#include "kernels/cpu/conv/sparse_plan.h"

#include <algorithm>

#include "kernels/cpu/gemm/panels.h"

namespace pelton::cpu {
namespace {

// Cells along an axis that the image and all windows reach, padding before them included.
int64_t reach(const WindowAxis& axis, int64_t seen) {
  return std::max(axis.before + axis.in, (seen - 1) * axis.stride + axis.window);
}

}  // namespace

PaddedImage::PaddedImage(const FusedConv2dShape& s) : shape(s) {
  const int64_t channels = s.conv.in_channels;
  const int64_t width = reach(s.conv.x, s.out_x() * s.pool_x);
  rows = s.conv.y.window;
  run = s.conv.x.window * channels;
  height = reach(s.conv.y, s.out_y() * s.pool_y);
  line = width * channels;
  size = height * line;
  inner = s.conv.y.before * line + s.conv.x.before * channels;
  row_step = s.pool_y * s.conv.y.stride * line;
  col_step = s.pool_x * s.conv.x.stride * channels;
  is_padded = height > s.conv.y.in || width > s.conv.x.in;
}

std::vector<int32_t> PaddedImage::shifts() const {
  std::vector<int32_t> out;
  for (int64_t y = 0; y < shape.pool_y; ++y)
    for (int64_t x = 0; x < shape.pool_x; ++x)
      out.push_back(static_cast<int32_t>(y * shape.conv.y.stride * line +
                                         x * shape.conv.x.stride * shape.conv.in_channels));
  return out;
}

std::vector<int32_t> PaddedImage::bases(int64_t count) const {
  std::vector<int32_t> out;
  out.reserve(static_cast<size_t>(count * shape.out_x()));
  for (int64_t y = 0; y < count; ++y)
    for (int64_t x = 0; x < shape.out_x(); ++x) out.push_back(static_cast<int32_t>(base(y, x)));
  return out;
}

template <class S>
void copy_in(const PaddedImage& p, const S* image, Compute<S>* padded) {
  const WindowAxis& y = p.shape.conv.y;
  const int64_t row = p.shape.conv.x.in * p.shape.conv.in_channels;
  if (p.is_padded) std::fill_n(padded, p.size, Compute<S>{});
  pack_table<S>(active_isa()).widen(padded + p.inner, p.line, {image, row, 1}, y.in, row);
}

template <class S>
void copy_out(const PaddedImage& p, const Compute<S>* padded, S* image) {
  const WindowAxis& y = p.shape.conv.y;
  const int64_t row = p.shape.conv.x.in * p.shape.conv.in_channels;
  pack_table<S>(active_isa()).narrow(image, row, padded + p.inner, p.line, y.in, row);
}

template void copy_in<Half>(const PaddedImage&, const Half*, float*);
template void copy_in<BFloat16>(const PaddedImage&, const BFloat16*, float*);
template void copy_in<float>(const PaddedImage&, const float*, float*);
template void copy_in<double>(const PaddedImage&, const double*, double*);
template void copy_out<Half>(const PaddedImage&, const float*, Half*);
template void copy_out<BFloat16>(const PaddedImage&, const float*, BFloat16*);
template void copy_out<float>(const PaddedImage&, const float*, float*);
template void copy_out<double>(const PaddedImage&, const double*, double*);

RunBlocks::RunBlocks(int64_t rows_of_all, int64_t cols_of_all, int64_t register_lanes,
                     const RegisterLimits& limits)
    : all_rows(rows_of_all), all_cols(cols_of_all), lanes(register_lanes) {
  const int64_t all_vectors = ceil_div(all_cols, lanes);
  int64_t best = 0;
  const int64_t widest = std::min(limits.registers, limits.vectors);
  for (int64_t cut = ceil_div(all_vectors, widest); cut <= all_vectors; ++cut) {
    const int64_t wide = ceil_div(all_vectors, cut);
    const int64_t tall =
        std::clamp<int64_t>(limits.registers / wide, 1, std::min(all_rows, limits.rows));
    const int64_t high = ceil_div(all_rows, ceil_div(all_rows, tall));
    if (wide * high <= best) continue;
    best = wide * high;
    rows = high;
    vectors = wide;
  }
  row_blocks = ceil_div(all_rows, rows);
  col_blocks = ceil_div(all_vectors, vectors);
}

RunBlocks::Block RunBlocks::at(int64_t i) const {
  const int64_t row = i / col_blocks * rows, col = i % col_blocks * block_cols();
  return {row, std::min(rows, all_rows - row), col, std::min(block_cols(), all_cols - col)};
}

}  // namespace pelton::cpu
