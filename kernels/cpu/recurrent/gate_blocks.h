// Owns how the kernels of recurrent layers lay out units and weights: in blocks of as many units as
// a register has lanes, each block with its gates side by side.
#pragma once
#include <algorithm>

#include "kernels/cpu/dispatch/share_out.h"
#include "kernels/cpu/gemm/gemm_blocks.h"
#include "kernels/cpu/gemm/pack.h"
#include "kernels/cpu/gemm/panels.h"

namespace pelton::cpu {

struct UnitBlocks {
  int64_t units, lanes;
  int64_t each;  // gates of a unit

  int64_t count() const { return ceil_div(units, lanes); }
  int64_t size(int64_t block) const { return std::min(lanes, units - block * lanes); }
  int64_t width() const { return each * lanes; }  // of a block's gates
  int64_t gates() const { return count() * width(); }
};

// Packs a matrix (rows, gates) for products with it: `to` is [block][row][gates of the block],
// 0 behind the last units.
template <class S>
void pack_gates(Compute<S>* to, const S* from, int64_t rows, const UnitBlocks& blocks) {
  const PackTable<S>& table = pack_table<S>(active_isa());
  const int64_t width = blocks.width(), units = blocks.units;
  share_out(rows * blocks.gates() >= kParallelWork / 8, blocks.count(), 1, [&](int64_t block) {
    Compute<S>* const own = to + block * rows * width;
    const int64_t size = blocks.size(block);
    if (size < blocks.lanes) std::fill_n(own, rows * width, Compute<S>{});
    for (int64_t gate = 0; gate < blocks.each; ++gate)
      table.widen(own + gate * blocks.lanes, width,
                  {from + gate * units + block * blocks.lanes, blocks.each * units, 1}, rows, size);
  });
}

// Packs the transpose of a matrix (columns, gates): `to` is [panel][block][gates of the block]
// [column of the panel], 0 behind the last units.
template <class S>
void pack_transposed(Compute<S>* to, const S* from, const Panels& panels,
                     const UnitBlocks& blocks) {
  const PackTable<S>& table = pack_table<S>(active_isa());
  const int64_t units = blocks.units, items = panels.count() * blocks.count();
  if (items == 0) return;
  const auto pack = [&](int64_t panel, int64_t block) {
    const int64_t first = panels.begin(panel), cols = panels.cols(panel);
    const int64_t width = panels.width(panel), size = blocks.size(block);
    Compute<S>* const own = to + first * blocks.gates() + block * blocks.width() * width;
    if (size < blocks.lanes || cols < width) std::fill_n(own, blocks.width() * width, Compute<S>{});
    for (int64_t gate = 0; gate < blocks.each; ++gate)
      table.widen(own + gate * blocks.lanes * width, width,
                  {from + first * blocks.each * units + gate * units + block * blocks.lanes, 1,
                   blocks.each * units},
                  size, cols);
  };
  share_out(panels.begin(panels.count()) * blocks.gates() >= kParallelWork / 8, items, 1,
            [&](int64_t i) { pack(i / blocks.count(), i % blocks.count()); });
}

// A matrix from [block][row][gates of the block] back to (rows, gates), rounded once.
template <class S>
void unpack_gates(S* to, const Compute<S>* from, int64_t rows, const UnitBlocks& blocks) {
  const PackTable<S>& table = pack_table<S>(active_isa());
  const int64_t width = blocks.width(), units = blocks.units;
  share_out(rows * blocks.gates() >= kParallelWork / 8, blocks.count(), 1, [&](int64_t block) {
    for (int64_t gate = 0; gate < blocks.each; ++gate)
      table.narrow(to + gate * units + block * blocks.lanes, blocks.each * units,
                   from + block * rows * width + gate * blocks.lanes, width, rows,
                   blocks.size(block));
  });
}

}  // namespace pelton::cpu
