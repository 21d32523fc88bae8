// Owns the hash functions of strings whose values TensorFlow's users store.
#pragma once
#include <cstdint>
#include <string_view>

namespace pelton::cpu {

// FarmHash's Fingerprint64, the same on every machine.
uint64_t farm_fingerprint(std::string_view text);
// SipHash-2-4 with a key of 128 bits.
uint64_t sip_hash(std::string_view text, uint64_t key_0, uint64_t key_1);

}  // namespace pelton::cpu
