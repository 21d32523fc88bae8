// Owns how the attributes of an op are written and read: by their field table.
#pragma once
#include "interchange/byte_reader.h"
#include "interchange/byte_writer.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

// Name, kind and value of each field, in table order; no field where `spec` is null.
void write_attrs(ByteWriter& writer, const AttrSpec* spec, const void* attrs);

// The same back. Raises invalid_argument for a field that the table has not, or that is missing,
// for another kind and for values that the kind has not.
AttrBox read_attrs(ByteReader& reader, const AttrSpec* spec);

}  // namespace pelton
