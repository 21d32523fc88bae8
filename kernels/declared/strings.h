// Declares the kernels that make or read strings, which run on CPUs only.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// in: x, y, of numbers or both of strings, which are laid one after the other.
void add(const KernelContext& context);

// ASCII letters in the other case; without white space at both ends.
void string_lower(const KernelContext& context);
void string_upper(const KernelContext& context);
void string_strip(const KernelContext& context);
// int32 lengths. StringUnitAttrs
void string_length(const KernelContext& context);
// in: strings, positions and lengths of int32 or int64, which broadcast. StringUnitAttrs
void substr(const KernelContext& context);
// in: any number of strings of one shape, or scalars. SeparatorAttrs
void string_join(const KernelContext& context);
// in: (rows, n), out: (rows). SeparatorAttrs
void string_join_rows(const KernelContext& context);
// PatternAttrs, RegexReplaceAttrs
void regex_full_match(const KernelContext& context);
void regex_replace(const KernelContext& context);
// in: (n), out: how many parts each has, and all of them. SplitStringAttrs, StringPartsAttrs
void string_split_counts(const KernelContext& context);
void string_split_parts(const KernelContext& context);
// in: (n), out: how many characters each has; all of their codes and where each begins in its
// string. DecodeAttrs, DecodedAttrs
void unicode_counts(const KernelContext& context);
void unicode_codes(const KernelContext& context);
// in: codes (n), row splits (rows + 1); out: (rows) of UTF-8. DecodeAttrs
void unicode_encode(const KernelContext& context);
// NumberTypeAttrs; NumberTextAttrs
void string_to_number(const KernelContext& context);
void as_string(const KernelContext& context);
// HashBucketAttrs: FarmHash's fingerprint; KeyedHashAttrs: SipHash
void string_to_hash_bucket_fast(const KernelContext& context);
void string_to_hash_bucket_strong(const KernelContext& context);
// Web-safe; PadBase64Attrs
void encode_base64(const KernelContext& context);
void decode_base64(const KernelContext& context);
// in: values, keys (n), of strings or integers; out: int64 places among the keys, -1 for others.
void find_keys(const KernelContext& context);
// in: names of files; out: what they hold.
void read_file(const KernelContext& context);

}  // namespace pelton::cpu
