// Owns the interface of the sort of keys in registers.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// Sorts n keys of 32 or 64 bits, for which `spare` has as much room.
template <class Key>
using KeySort = void (*)(Key* keys, Key* spare, int64_t n);

// The sort of an instruction set; null where it has none that is faster than radix_sort().
template <class Key>
KeySort<Key> key_sort(Isa isa);
namespace generic {
template <class Key>
KeySort<Key> key_sort();
}
namespace avx2 {
template <class Key>
KeySort<Key> key_sort();
}
namespace avx512 {
template <class Key>
KeySort<Key> key_sort();
}

}  // namespace pelton::cpu
