#include "bindings/tensor/borrowed_array.h"

#include <bit>
#include <optional>

#include "bindings/gil.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"

namespace pelton::bindings {
namespace {

// The dtype of a buffer's format character in native order ("f", "<f", "=f"); none for others.
std::optional<DType> dtype_of_format(const char* format, py::ssize_t item_size) {
  std::string_view text = format == nullptr ? "B" : format;
  if (!text.empty() && (text[0] == '@' || text[0] == '=' || text[0] == '<')) text.remove_prefix(1);
  if (text == "Zf") return DType::complex64;
  if (text == "Zd") return DType::complex128;
  if (text.size() != 1) return {};
  const auto integer = [&](bool is_signed) {
    const int log2 = std::countr_zero(static_cast<unsigned>(item_size));
    const int first = static_cast<int>(is_signed ? DType::int8 : DType::uint8);
    return static_cast<DType>(first + log2);
  };
  switch (text[0]) {
    case '?':
      return DType::boolean;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
      return integer(true);
    case 'B':
    case 'H':
    case 'I':
    case 'L':
    case 'Q':
      return integer(false);
    case 'e':
      return DType::float16;
    case 'f':
      return DType::float32;
    case 'd':
      return DType::float64;
    default:
      return {};
  }
}

void release_buffer(void* context) noexcept {
  const GilTaken gil;
  auto* buffer = static_cast<Py_buffer*>(context);
  PyBuffer_Release(buffer);
  delete buffer;
}

// The buffer's layout in elements; none where strides are no multiple of the item size.
std::optional<Layout> layout_of(const Py_buffer& buffer) {
  if (buffer.ndim > kMaxRank) return {};
  Layout layout;
  for (int i = 0; i < buffer.ndim; ++i) {
    if (buffer.strides[i] % buffer.itemsize != 0) return {};
    layout.shape.push_back(buffer.shape[i]);
    layout.strides.push_back(buffer.strides[i] / buffer.itemsize);
  }
  return layout;
}

}  // namespace

Tensor borrow_array(py::handle array) {
  if (has_own_dtype(array.ptr()) || PyObject_CheckBuffer(array.ptr()) == 0)
    return to_tensor(array.ptr());
  auto buffer = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(array.ptr(), buffer.get(), PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    return to_tensor(array.ptr());
  }
  const auto dtype = dtype_of_format(buffer->format, buffer->itemsize);
  const auto layout = layout_of(*buffer);
  if (!dtype || !layout || size_of(*dtype) != buffer->itemsize) {
    PyBuffer_Release(buffer.get());
    return to_tensor(array.ptr());
  }
  void* const data = buffer->buf;
  const auto bytes = static_cast<size_t>(buffer->len);
  return Tensor(make_ref<Storage>(data, bytes, Device{}, &release_buffer, buffer.release()),
                *layout, *dtype, Device{});
}

}  // namespace pelton::bindings
