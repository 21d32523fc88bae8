// Owns FftPlan: the Fourier transform of one length, as steps over its factors (Stockham's order),
// or for lengths with large prime factors as a convolution (Bluestein's).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

namespace pelton::cpu {

template <class R>
class FftPlan {
 public:
  using Number = std::complex<R>;

  // `inverse` turns the other way; n is at least 1.
  FftPlan(int64_t n, bool inverse);
  // Transforms x [size()] in place; `spare` has room for room() numbers.
  void transform(Number* x, Number* spare) const;
  int64_t size() const { return n_; }
  bool is_inverse() const { return inverse_; }
  int64_t room() const { return long_ ? 2 * long_->size() : n_; }

 private:
  static constexpr int64_t kMostRadix = 32;

  static Number product(Number a, Number b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
  // exp(-+ 2 pi i k / n)
  static Number turn(int64_t k, int64_t n, bool inverse) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k % n) / double(n);
    return {static_cast<R>(std::cos(angle)),
            static_cast<R>(inverse ? std::sin(angle) : -std::sin(angle))};
  }
  // A quarter turn of x.
  Number quarter(Number x) const {
    return inverse_ ? Number{-x.imag(), x.real()} : Number{x.imag(), -x.real()};
  }
  void make_chirp();
  void convolve(Number* x, Number* spare) const;
  void step(const Number* x, Number* y, int64_t radix, int64_t done) const;
  void step_of_two(const Number* x, Number* y, int64_t done) const;
  void step_of_four(const Number* x, Number* y, int64_t done) const;

  int64_t n_;
  bool inverse_;
  std::vector<int64_t> radices_;
  std::vector<Number> turns_;  // of k in [0, n)
  // Bluestein's: the chirp, its transform, and the plan of a power of 2.
  std::vector<Number> chirp_, kernel_;
  std::unique_ptr<FftPlan> long_;
};

template <class R>
FftPlan<R>::FftPlan(int64_t n, bool inverse) : n_(n), inverse_(inverse) {
  int64_t rest = n;
  for (const int64_t radix : {int64_t{4}, int64_t{2}})
    for (; rest % radix == 0; rest /= radix) radices_.push_back(radix);
  for (int64_t radix = 3; radix < kMostRadix; radix += 2)
    for (; rest % radix == 0; rest /= radix) radices_.push_back(radix);
  if (rest != 1) {
    make_chirp();
    return;
  }
  for (int64_t k = 0; k < n; ++k) turns_.push_back(turn(k, n, inverse));
}

// Transforms are products with chirp[k] = exp(-+ pi i k^2 / n) before and after a convolution with
// its conjugate, whose length is that of a longer plan.
template <class R>
void FftPlan<R>::make_chirp() {
  int64_t size = 1;
  while (size < 2 * n_ - 1) size *= 2;
  long_ = std::make_unique<FftPlan>(size, false);
  kernel_.resize(static_cast<size_t>(size));
  int64_t square = 0;  // k^2 modulo 2n
  for (int64_t k = 0; k < n_; ++k) {
    chirp_.push_back(turn(square, 2 * n_, inverse_));
    kernel_[static_cast<size_t>(k)] = std::conj(chirp_.back()) / static_cast<R>(size);
    if (k > 0) kernel_[static_cast<size_t>(size - k)] = kernel_[static_cast<size_t>(k)];
    square = (square + 2 * k + 1) % (2 * n_);
  }
  std::vector<Number> spare(static_cast<size_t>(size));
  long_->transform(kernel_.data(), spare.data());
}

template <class R>
void FftPlan<R>::convolve(Number* x, Number* spare) const {
  const int64_t size = long_->size();
  Number *padded = spare, *more = spare + size;
  std::fill_n(padded, size, Number{});
  for (int64_t k = 0; k < n_; ++k) padded[k] = product(x[k], chirp_[static_cast<size_t>(k)]);
  long_->transform(padded, more);
  // The inverse transform is that of the conjugate, conjugated.
  for (int64_t k = 0; k < size; ++k)
    padded[k] = std::conj(product(padded[k], kernel_[static_cast<size_t>(k)]));
  long_->transform(padded, more);
  for (int64_t k = 0; k < n_; ++k)
    x[k] = product(std::conj(padded[k]), chirp_[static_cast<size_t>(k)]);
}

// Element q of group k goes from x[q + done * (k + groups * j)], j < radix, to
// y[q + done * (radix * k + i)], i < radix, turned by k * i.
template <class R>
void FftPlan<R>::step_of_two(const Number* x, Number* y, int64_t done) const {
  const int64_t groups = n_ / done / 2;
  for (int64_t k = 0; k < groups; ++k) {
    const Number turned = turns_[static_cast<size_t>(done * k)];
    const Number *first = x + done * k, *second = first + done * groups;
    Number* to = y + done * 2 * k;
    for (int64_t q = 0; q < done; ++q) {
      to[q] = first[q] + second[q];
      to[q + done] = product(first[q] - second[q], turned);
    }
  }
}

template <class R>
void FftPlan<R>::step_of_four(const Number* x, Number* y, int64_t done) const {
  const int64_t groups = n_ / done / 4, apart = done * groups;
  for (int64_t k = 0; k < groups; ++k) {
    const Number one = turns_[static_cast<size_t>(done * k)];
    const Number two = turns_[static_cast<size_t>(done * k * 2)];
    const Number three = turns_[static_cast<size_t>(done * k * 3)];
    const Number* from = x + done * k;
    Number* to = y + done * 4 * k;
    for (int64_t q = 0; q < done; ++q) {
      const Number a = from[q], b = from[q + apart], c = from[q + 2 * apart],
                   d = from[q + 3 * apart];
      const Number even = a + c, odd = b + d, low = a - c, high = quarter(b - d);
      to[q] = even + odd;
      to[q + done] = product(low + high, one);
      to[q + 2 * done] = product(even - odd, two);
      to[q + 3 * done] = product(low - high, three);
    }
  }
}

template <class R>
void FftPlan<R>::step(const Number* x, Number* y, int64_t radix, int64_t done) const {
  const int64_t groups = n_ / done / radix, apart = n_ / radix;
  std::array<Number, kMostRadix> parts;
  for (int64_t k = 0; k < groups; ++k)
    for (int64_t q = 0; q < done; ++q) {
      for (int64_t j = 0; j < radix; ++j)
        parts[static_cast<size_t>(j)] = x[q + done * k + apart * j];
      for (int64_t i = 0; i < radix; ++i) {
        Number sum = parts[0];
        for (int64_t j = 1; j < radix; ++j)
          sum += product(parts[static_cast<size_t>(j)],
                         turns_[static_cast<size_t>(i * j % radix * apart)]);
        y[q + done * (radix * k + i)] = product(sum, turns_[static_cast<size_t>(done * k * i)]);
      }
    }
}

template <class R>
void FftPlan<R>::transform(Number* x, Number* spare) const {
  if (long_) return convolve(x, spare);
  Number *from = x, *to = spare;
  int64_t done = 1;
  for (const int64_t radix : radices_) {
    if (radix == 4)
      step_of_four(from, to, done);
    else if (radix == 2)
      step_of_two(from, to, done);
    else
      step(from, to, radix, done);
    std::swap(from, to);
    done *= radix;
  }
  if (from != x) std::copy_n(from, n_, x);
}

}  // namespace pelton::cpu
