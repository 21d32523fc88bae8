// Owns the choice among the tables that each instruction set was built with.
#include "kernels/cpu/conv/conv_pool.h"
#include "kernels/cpu/conv/conv_sparse.h"
#include "kernels/cpu/conv/depthwise_rows.h"
#include "kernels/cpu/conv/pool_rows.h"
#include "kernels/cpu/conv/short_conv.h"
#include "kernels/cpu/conv/winograd/winograd_tiles.h"
#include "kernels/cpu/gemm/bias_rows.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/pack.h"
#include "kernels/cpu/image/pixel_rows.h"
#include "kernels/cpu/order/key_sort.h"
#include "kernels/cpu/recurrent/gru_cell.h"
#include "kernels/cpu/recurrent/lstm_cell.h"
#include "kernels/cpu/reduce/partial_sums.h"

namespace pelton::cpu {

template <class T>
const GemmTable<T>& gemm_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::gemm_table<T>();
  if (isa == Isa::avx2) return avx2::gemm_table<T>();
#endif
  return generic::gemm_table<T>();
}
template const GemmTable<float>& gemm_table<float>(Isa);
template const GemmTable<double>& gemm_table<double>(Isa);

template <class T>
const BiasTable<T>& bias_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::bias_table<T>();
  if (isa == Isa::avx2) return avx2::bias_table<T>();
#endif
  return generic::bias_table<T>();
}
template const BiasTable<float>& bias_table<float>(Isa);
template const BiasTable<double>& bias_table<double>(Isa);

template <class Stored>
const PackTable<Stored>& pack_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::pack_table<Stored>();
  if (isa == Isa::avx2) return avx2::pack_table<Stored>();
#endif
  return generic::pack_table<Stored>();
}
template const PackTable<Half>& pack_table<Half>(Isa);
template const PackTable<BFloat16>& pack_table<BFloat16>(Isa);
template const PackTable<float>& pack_table<float>(Isa);
template const PackTable<double>& pack_table<double>(Isa);

template <class T>
const PixelRowTable<T>& pixel_row_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::pixel_row_table<T>();
  if (isa == Isa::avx2) return avx2::pixel_row_table<T>();
#endif
  return generic::pixel_row_table<T>();
}
template const PixelRowTable<float>& pixel_row_table<float>(Isa);
template const PixelRowTable<double>& pixel_row_table<double>(Isa);

template <class Key>
KeySort<Key> key_sort([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::key_sort<Key>();
  if (isa == Isa::avx2) return avx2::key_sort<Key>();
#endif
  return generic::key_sort<Key>();
}
template KeySort<uint32_t> key_sort<uint32_t>(Isa);
template KeySort<uint64_t> key_sort<uint64_t>(Isa);

template <class T>
const PartSumTable<T>& part_sum_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::part_sum_table<T>();
  if (isa == Isa::avx2) return avx2::part_sum_table<T>();
#endif
  return generic::part_sum_table<T>();
}
template const PartSumTable<Half>& part_sum_table<Half>(Isa);
template const PartSumTable<BFloat16>& part_sum_table<BFloat16>(Isa);
template const PartSumTable<float>& part_sum_table<float>(Isa);
template const PartSumTable<double>& part_sum_table<double>(Isa);

template <class T>
const GruTable<T>& gru_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::gru_table<T>();
  if (isa == Isa::avx2) return avx2::gru_table<T>();
#endif
  return generic::gru_table<T>();
}
template const GruTable<float>& gru_table<float>(Isa);
template const GruTable<double>& gru_table<double>(Isa);

template <class T>
const LstmTable<T>& lstm_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::lstm_table<T>();
  if (isa == Isa::avx2) return avx2::lstm_table<T>();
#endif
  return generic::lstm_table<T>();
}
template const LstmTable<float>& lstm_table<float>(Isa);
template const LstmTable<double>& lstm_table<double>(Isa);

template <class T>
const PoolTable<T>& pool_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::pool_table<T>();
  if (isa == Isa::avx2) return avx2::pool_table<T>();
#endif
  return generic::pool_table<T>();
}
template const PoolTable<float>& pool_table<float>(Isa);
template const PoolTable<double>& pool_table<double>(Isa);
template const PoolTable<int8_t>& pool_table<int8_t>(Isa);
template const PoolTable<int16_t>& pool_table<int16_t>(Isa);
template const PoolTable<int32_t>& pool_table<int32_t>(Isa);
template const PoolTable<int64_t>& pool_table<int64_t>(Isa);
template const PoolTable<uint8_t>& pool_table<uint8_t>(Isa);
template const PoolTable<uint16_t>& pool_table<uint16_t>(Isa);
template const PoolTable<uint32_t>& pool_table<uint32_t>(Isa);
template const PoolTable<uint64_t>& pool_table<uint64_t>(Isa);

template <class T>
const DepthwiseTable<T>& depthwise_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::depthwise_table<T>();
  if (isa == Isa::avx2) return avx2::depthwise_table<T>();
#endif
  return generic::depthwise_table<T>();
}
template const DepthwiseTable<float>& depthwise_table<float>(Isa);
template const DepthwiseTable<double>& depthwise_table<double>(Isa);

template <class T>
const ConvPoolTable<T>& conv_pool_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::conv_pool_table<T>();
  if (isa == Isa::avx2) return avx2::conv_pool_table<T>();
#endif
  return generic::conv_pool_table<T>();
}
template const ConvPoolTable<float>& conv_pool_table<float>(Isa);
template const ConvPoolTable<double>& conv_pool_table<double>(Isa);

template <class T>
const SparseTable<T>& sparse_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::sparse_table<T>();
  if (isa == Isa::avx2) return avx2::sparse_table<T>();
#endif
  return generic::sparse_table<T>();
}
template const SparseTable<float>& sparse_table<float>(Isa);
template const SparseTable<double>& sparse_table<double>(Isa);

template <class T>
const ShortConvTable<T>& short_conv_table([[maybe_unused]] Isa isa) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::short_conv_table<T>();
  if (isa == Isa::avx2) return avx2::short_conv_table<T>();
#endif
  return generic::short_conv_table<T>();
}
template const ShortConvTable<float>& short_conv_table<float>(Isa);
template const ShortConvTable<double>& short_conv_table<double>(Isa);

template <class T>
const WinogradTable<T>& winograd_table([[maybe_unused]] Isa isa, int64_t tile) {
#if PELTON_X86
  if (isa == Isa::avx512) return avx512::winograd_table<T>(tile);
  if (isa == Isa::avx2) return avx2::winograd_table<T>(tile);
#endif
  return generic::winograd_table<T>(tile);
}
template const WinogradTable<float>& winograd_table<float>(Isa, int64_t);

}  // namespace pelton::cpu
