// Owns CachingAllocator: blocks of one device's memory, cut from segments that are kept for reuse.
// Knows no particular device: segments come from a SegmentSource.
#pragma once
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "core/dtype.h"
#include "core/shape.h"
#include "core/storage.h"
#include "runtime/devices/backend.h"

namespace pelton {

class SegmentSource {
 public:
  virtual ~SegmentSource() = default;
  // A new segment; null when the device has no more memory.
  virtual void* reserve(size_t bytes) = 0;
  // Gives a segment back once no work that was queued can touch it.
  virtual void release(void* data, size_t bytes) noexcept = 0;
  // A block was freed; work that is queued may still use it.
  virtual void on_free(void* /*data*/, size_t /*bytes*/) noexcept {}
  // An upload block was freed. True: it may be kept apart, and the source knows when the work that
  // uses it is done. forget_upload() says that it is apart no longer.
  virtual bool keep_upload(void* /*data*/, size_t /*bytes*/) noexcept { return false; }
  virtual void forget_upload(void* /*data*/) noexcept {}
};

// Blocks are reused in the order of the device's one stream, so freeing never waits. Best fit;
// neighbours in a segment join again. Safe to call from any thread. Upload blocks, which another
// stream fills, are for uploads of the same size again, the one that was freed first before others;
// the last few are kept for that while there is memory.
class CachingAllocator : public Allocator {
 public:
  // `limit`: most bytes in segments, 0 for none. `first_segment`: bytes to take at first use, 0
  // for growth on demand.
  CachingAllocator(SegmentSource& source, int64_t limit, int64_t first_segment);
  ~CachingAllocator() override;
  // Raises resource_exhausted, naming the five largest live tensors, after freeing the cache and
  // trying again.
  void* allocate(size_t bytes) override;
  // A block that SegmentSource::keep_upload() is asked about when it is freed.
  void* allocate_upload(size_t bytes);
  void free(void* data, size_t bytes) noexcept override;
  MemoryStats stats() const;
  void reset_peak();
  void empty_cache();
  void describe(const void* data, DType dtype, const Shape& shape);
  bool has_live_blocks() const;

 private:
  struct Tag {
    DType dtype;
    Shape shape;
  };
  struct Block {
    size_t bytes;
    char* segment;
    bool is_free;
    std::optional<Tag> tag;
    bool is_upload = false;
    bool is_kept = false;  // among kept_uploads_: neither free nor in use
  };
  using Blocks = std::map<char*, Block>;

  void* take(size_t bytes);
  void* take_kept_upload(size_t bytes);
  void* allocate_block(size_t bytes);
  void count_as_used(size_t bytes);
  bool keep(Blocks::iterator upload) noexcept;
  void make_free(Blocks::iterator block) noexcept;
  void forget_kept_uploads() noexcept;
  bool add_segment(size_t bytes);
  void join_with_next(Blocks::iterator block);
  void release_cache();
  std::string largest_blocks() const;
  [[noreturn]] void raise_exhausted(size_t bytes) const;

  SegmentSource& source_;
  const int64_t limit_;
  size_t first_segment_;
  mutable std::mutex mutex_;
  Blocks blocks_;
  std::set<std::pair<size_t, char*>> free_;
  std::map<char*, size_t> segments_;
  std::deque<char*> kept_uploads_;
  int64_t reserved_ = 0;
  int64_t current_ = 0;
  int64_t peak_ = 0;
};

}  // namespace pelton
