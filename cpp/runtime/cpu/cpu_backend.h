// Owns CpuBackend: logical CPUs that share the host's memory and the calling thread.
#pragma once
#include <array>
#include <memory>

#include "runtime/cpu/arena.h"
#include "runtime/devices/backend.h"

namespace pelton {

class CpuBackend : public Backend {
 public:
  CpuBackend() { arenas_[0].keep_blocks_per_thread(); }
  DeviceType type() const override { return DeviceType::cpu; }
  int physical_count() const override { return 1; }
  DeviceProperties properties(int) const override { return {}; }
  void configure(std::span<const LogicalPart>) override {}
  Allocator& allocator(int index) override { return arena(index); }
  MemoryStats memory_stats(int index) const override { return arenas_[checked(index)].stats(); }
  void reset_peak(int index) override { arena(index).reset_peak(); }
  void empty_cache(int index) override { arena(index).empty_cache(); }
  void* stream(int) override { return nullptr; }
  void copy_strided(int index, const TensorView& from, const TensorView& to) override;
  void copy_from_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_to_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_peer(int to_index, void* to, int from_index, const void* from, size_t bytes) override;
  void synchronize(int) override {}
  Kernel kernel(const Kernels& slots) const override { return slots.cpu; }

 private:
  static constexpr int kMost = 64;
  static size_t checked(int index);
  Arena& arena(int index) { return arenas_[checked(index)]; }
  std::array<Arena, kMost> arenas_;
};

}  // namespace pelton
