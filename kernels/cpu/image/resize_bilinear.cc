// Owns resize_bilinear on the CPU: the two rows that one of the result lies between are resized
// first, and kept, for the next one may lie beside them.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/common/attrs/resize_attrs.h"
#include "kernels/common/bilinear.h"
#include "kernels/cpu/elementwise/cast.h"
#include "kernels/cpu/image/pixel_rows.h"
#include "kernels/declared/resample.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kResizeGrain = 1 << 14;  // elements of the result

// The sizes of images that lie one after the other.
struct ImageSizes {
  int64_t height, width, channels;
  int64_t row() const { return width * channels; }
};

// The places of the result's pixels in a row of the images.
template <class T>
class Places {
 public:
  Places(const ImageSizes& from, const ImageSizes& to) {
    const T step = static_cast<T>(from.width) / static_cast<T>(to.width);
    for (int64_t i = 0; i < to.width; ++i) {
      const Between<T> at = place_between(i, from.width, step);
      low_.push_back(at.low * from.channels);
      high_.push_back(at.high * from.channels);
      parts_.push_back(at.part);
    }
  }
  RowPlaces<T> get() const {
    return {low_.data(), high_.data(), parts_.data(), std::ssize(parts_)};
  }

 private:
  std::vector<int64_t> low_, high_;
  std::vector<T> parts_;
};

// Rows of images at their new width, of which the last two are kept.
template <class From, class T>
class WideRows {
 public:
  WideRows(const From* images, const ImageSizes& from, const ImageSizes& to,
           const RowPlaces<T>& places)
      : images_(images), from_(from), to_(to), places_(places), converted_(size_t(from.row())) {
    for (auto& row : rows_) row.resize(static_cast<size_t>(to.row()));
  }

  // Row `number` of all images, valid until the next but one is asked for.
  const T* get(int64_t number) {
    if (numbers_[0] != number && numbers_[1] != number) {
      std::swap(rows_[0], rows_[1]);
      numbers_[0] = std::exchange(numbers_[1], number);
      table_.across(plain(images_ + number * from_.row()), from_.row(), places_, to_.channels,
                    rows_[1].data());
    }
    return rows_[numbers_[1] == number].data();
  }

 private:
  const T* plain(const T* row) { return row; }
  const T* plain(const uint8_t* row) requires(!std::is_same_v<T, uint8_t>) {
    void* const data[] = {converted_.data(), const_cast<uint8_t*>(row)};
    const int64_t steps[] = {1, 1};
    convert_(data, steps, from_.row(), nullptr);
    return converted_.data();
  }

  const From* const images_;
  const ImageSizes from_, to_;
  const RowPlaces<T> places_;
  const PixelRowTable<T>& table_ = pixel_row_table<T>(active_isa());
  const Row convert_ = cast_row(DType::uint8, DType::float32);
  std::vector<T> converted_, rows_[2];
  int64_t numbers_[2] = {-1, -1};
};

template <class From, class T>
void resize(const KernelContext& context, const ImageSizes& from, const ImageSizes& to) {
  const Places<T> places(from, to);
  const T step = static_cast<T>(from.height) / static_cast<T>(to.height);
  const auto* const images = context.in(0).as<const From>();
  T* const out = context.out(0).as<T>();
  const int64_t rows = context.out(0).size / to.row();
  parallel_for(rows, 1 + kResizeGrain / to.row(), [&](int64_t begin, int64_t end) {
    WideRows<From, T> wide(images, from, to, places.get());
    const auto& table = pixel_row_table<T>(active_isa());
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i / to.height * from.height;
      const Between<T> at = place_between(i % to.height, from.height, step);
      const T* const top = wide.get(first + at.low);
      const T* const bottom = wide.get(first + at.high);
      table.between(top, bottom, at.part, out + i * to.row(), to.row());
    }
  });
}

}  // namespace

void resize_bilinear(const KernelContext& context) {
  const auto& attrs = context.attrs<ResizeAttrs>();
  const Shape& shape = context.in(0).shape();
  const size_t rank = shape.size();
  if (context.out(0).size == 0) return;
  const ImageSizes from{shape[rank - 3], shape[rank - 2], shape[rank - 1]};
  const ImageSizes to{attrs.height, attrs.width, from.channels};
  if (context.in(0).dtype == DType::uint8) return resize<uint8_t, float>(context, from, to);
  visit(Types<float, double>{}, context.out(0).dtype,
        [&]<class T>() { resize<T, T>(context, from, to); });
}

}  // namespace pelton::cpu
