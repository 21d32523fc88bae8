#include "runtime/fake/emulated_copies.h"

#include <cstring>
#include <deque>
#include <utility>
#include <vector>

namespace pelton::fake {
namespace {

constexpr size_t kBytes = 16;

struct Copy {
  void* to;
  const void* from;
};
using Group = std::vector<Copy>;
struct ThreadCopies {
  Group open;
  std::deque<Group> closed;
};

// By position in the running block.
thread_local std::vector<ThreadCopies> block_copies;

ThreadCopies& own_copies() {
  const size_t thread = thread_in_block();
  if (block_copies.size() <= thread) block_copies.resize(thread + 1);
  return block_copies[thread];
}

}  // namespace

void copy_later(void* to, const void* from, const Place& place) {
  check_aligned(to, kBytes, place);
  check_aligned(from, kBytes, place);
  std::memset(to, 0xFF, kBytes);
  own_copies().open.push_back({to, from});
}

void close_copies() {
  ThreadCopies& copies = own_copies();
  copies.closed.push_back(std::move(copies.open));
  copies.open.clear();
}

void finish_copies(size_t prior) {
  std::deque<Group>& groups = own_copies().closed;
  for (; groups.size() > prior; groups.pop_front())
    for (const Copy& copy : groups.front()) std::memcpy(copy.to, copy.from, kBytes);
}

void forget_copies() { block_copies.clear(); }

}  // namespace pelton::fake
