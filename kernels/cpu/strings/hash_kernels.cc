// Owns SipHash and the kernels that hash strings into buckets.
#include <bit>
#include <cstring>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/hashes.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

struct SipState {
  uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void read(uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

template <class Hash>
void hash_all(const KernelContext& context, int64_t buckets, Hash&& hash) {
  const auto* const in = context.in(0).as<StringElement>();
  for (int64_t i = 0; i < context.out(0).size; ++i)
    context.out(0).as<int64_t>()[i] =
        static_cast<int64_t>(hash(in[i].view()) % static_cast<uint64_t>(buckets));
}

}  // namespace

uint64_t sip_hash(std::string_view text, uint64_t key_0, uint64_t key_1) {
  SipState state{key_0 ^ 0x736f6d6570736575, key_1 ^ 0x646f72616e646f6d, key_0 ^ 0x6c7967656e657261,
                 key_1 ^ 0x7465646279746573};
  const uint64_t length = text.size();
  for (; text.size() >= 8; text.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, text.data(), 8);
    state.read(word);
  }
  uint64_t last = length << 56;
  for (size_t i = 0; i < text.size(); ++i)
    last |= static_cast<uint64_t>(static_cast<uint8_t>(text[i])) << (8 * i);
  state.read(last);
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

void string_to_hash_bucket_fast(const KernelContext& context) {
  hash_all(context, context.attrs<HashBucketAttrs>().num_buckets, farm_fingerprint);
}

void string_to_hash_bucket_strong(const KernelContext& context) {
  const auto& attrs = context.attrs<KeyedHashAttrs>();
  const auto key_0 = static_cast<uint64_t>(attrs.key[0]);
  const auto key_1 = static_cast<uint64_t>(attrs.key[1]);
  hash_all(context, attrs.num_buckets,
           [&](std::string_view text) { return sip_hash(text, key_0, key_1); });
}

}  // namespace pelton::cpu
