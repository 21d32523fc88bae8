// Owns FftPlan: the Fourier transform of one length for some rows at once, as steps over its
// factors (Stockham's order), or for lengths with large prime factors as a convolution
// (Bluestein's). Real and imaginary parts lie in planes of their own, in which the rows' elements
// of one index are neighbours: loops over them vectorise. A row's bits do not depend on the rows
// beside it.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

#include "kernels/common/float_math.h"

namespace pelton::cpu::PELTON_ISA {

// Where the parts of numbers lie.
template <class R>
struct Planes {
  Planes<R> at(int64_t i) const { return {real + i, imaginary + i}; }
  R* real;
  R* imaginary;
};

// The parts of (re + i im) (c + i s).
template <class R>
[[gnu::always_inline]] inline R real_turned(R re, R im, R c, R s) {
  return math::multiply_add(re, c, -(im * s));
}
template <class R>
[[gnu::always_inline]] inline R imaginary_turned(R re, R im, R c, R s) {
  return math::multiply_add(re, s, im * c);
}

template <class R>
class FftPlan {
 public:
  using Number = std::complex<R>;

  // `inverse` turns the other way; n is at least 1.
  FftPlan(int64_t n, bool inverse);
  // Transforms `rows` rows: element i of row r is x.real[i * rows + r], of size() * rows in a
  // plane. `spare` has room(rows) numbers.
  void transform(Planes<R> x, R* spare, int64_t rows) const;
  int64_t size() const { return n_; }
  bool is_inverse() const { return inverse_; }
  int64_t room(int64_t rows) const { return (long_ ? 4 * long_->size() : 2 * n_) * rows; }
  // The same with the rows' own planes.
  int64_t space(int64_t rows) const { return 2 * n_ * rows + room(rows); }
  // exp(-+ 2 pi i k / n)
  static Number turn(int64_t k, int64_t n, bool inverse) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k % n) / double(n);
    return {static_cast<R>(std::cos(angle)),
            static_cast<R>(inverse ? std::sin(angle) : -std::sin(angle))};
  }

 private:
  static constexpr int64_t kMostRadix = 32;
  static constexpr int64_t kTogether = 16;  // numbers that a step of any radix takes at a time

  Number turn_at(int64_t k) const { return turns_[static_cast<size_t>(k)]; }
  void make_chirp();
  void convolve(Planes<R> x, R* spare, int64_t rows) const;
  void run_steps(Planes<R> x, R* spare, int64_t rows) const;
  void step(Planes<R> x, Planes<R> y, int64_t radix, int64_t done, int64_t rows) const;
  void step_of_two(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const;
  void step_of_three(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const;
  void step_of_four(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const;
  void fours(Planes<R> x, Planes<R> y, int64_t done, int64_t width) const;
  void step_of_five(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const;
  void mix(Planes<R> x, Planes<R> y, int64_t radix, int64_t k, int64_t begin, int64_t end,
           int64_t apart, int64_t width) const;

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
  std::vector<R> parts(static_cast<size_t>(2 * size));
  const Planes<R> planes{parts.data(), parts.data() + size};
  int64_t square = 0;  // k^2 modulo 2n
  for (int64_t k = 0; k < n_; ++k) {
    chirp_.push_back(turn(square, 2 * n_, inverse_));
    for (const int64_t at : {k, (size - k) % size}) {
      planes.real[at] = chirp_.back().real() / static_cast<R>(size);
      planes.imaginary[at] = -chirp_.back().imag() / static_cast<R>(size);
    }
    square = (square + 2 * k + 1) % (2 * n_);
  }
  std::vector<R> spare(static_cast<size_t>(long_->room(1)));
  long_->transform(planes, spare.data(), 1);
  for (int64_t k = 0; k < size; ++k) kernel_.emplace_back(planes.real[k], planes.imaginary[k]);
}

template <class R>
void FftPlan<R>::convolve(Planes<R> x, R* spare, int64_t rows) const {
  const int64_t all = long_->size() * rows;
  const Planes<R> padded{spare, spare + all};
  R* const more = spare + 2 * all;
  std::fill_n(spare, 2 * all, R(0));
  const auto multiply = [rows](Planes<R> to, Planes<R> from, const std::vector<Number>& by,
                               R sign_before, R sign_after) {
    for (size_t k = 0; k < by.size(); ++k) {
      const R c = by[k].real(), d = by[k].imag();
      const int64_t first = static_cast<int64_t>(k) * rows;
      for (int64_t q = first; q < first + rows; ++q) {
        const R a = from.real[q], b = sign_before * from.imaginary[q];
        to.real[q] = real_turned(a, b, c, d);
        to.imaginary[q] = sign_after * imaginary_turned(a, b, c, d);
      }
    }
  };
  multiply(padded, x, chirp_, R(1), R(1));
  long_->transform(padded, more, rows);
  // The inverse transform is that of the conjugate, conjugated.
  multiply(padded, padded, kernel_, R(1), R(-1));
  long_->transform(padded, more, rows);
  multiply(x, padded, chirp_, R(-1), R(1));
}

// Number q of group k goes from x[q + width * (k + groups * j)], j < radix, to
// y[q + width * (radix * k + i)], i < radix, turned by k * i; `width` numbers are those of all rows
// that steps before have brought together.
template <class R>
void FftPlan<R>::step_of_two(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const {
  const int64_t groups = n_ / done / 2, width = done * rows;
  for (int64_t k = 0; k < groups; ++k) {
    const R c = turn_at(done * k).real(), s = turn_at(done * k).imag();
    const R* __restrict ar = x.real + width * k;
    const R* __restrict ai = x.imaginary + width * k;
    const R *br = ar + width * groups, *bi = ai + width * groups;
    R* __restrict yr = y.real + width * 2 * k;
    R* __restrict yi = y.imaginary + width * 2 * k;
#pragma GCC ivdep
    for (int64_t q = 0; q < width; ++q) {
      const R re = ar[q] - br[q], im = ai[q] - bi[q];
      yr[q] = ar[q] + br[q];
      yi[q] = ai[q] + bi[q];
      yr[q + width] = real_turned(re, im, c, s);
      yi[q + width] = imaginary_turned(re, im, c, s);
    }
  }
}

// The first step's groups are as wide as the rows: eight, mostly.
template <class R>
void FftPlan<R>::step_of_four(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const {
  if (done * rows == 8)
    fours(x, y, done, 8);
  else
    fours(x, y, done, done * rows);
}

template <class R>
[[gnu::always_inline]] inline void FftPlan<R>::fours(Planes<R> x, Planes<R> y, int64_t done,
                                                     int64_t width) const {
  const int64_t groups = n_ / done / 4, apart = width * groups;
  const R sign = inverse_ ? R(-1) : R(1);
  for (int64_t k = 0; k < groups; ++k) {
    const Number one = turn_at(done * k), two = turn_at(done * k * 2),
                 three = turn_at(done * k * 3);
    const R c1 = one.real(), s1 = one.imag(), c2 = two.real(), s2 = two.imag(), c3 = three.real(),
            s3 = three.imag();
    const R* __restrict xr = x.real + width * k;
    const R* __restrict xi = x.imaginary + width * k;
    R* __restrict yr = y.real + width * 4 * k;
    R* __restrict yi = y.imaginary + width * 4 * k;
#pragma GCC ivdep
    for (int64_t q = 0; q < width; ++q) {
      const R ar = xr[q], ai = xi[q], br = xr[q + apart], bi = xi[q + apart];
      const R cr = xr[q + 2 * apart], ci = xi[q + 2 * apart];
      const R dr = xr[q + 3 * apart], di = xi[q + 3 * apart];
      const R even_r = ar + cr, even_i = ai + ci, odd_r = br + dr, odd_i = bi + di;
      const R low_r = ar - cr, low_i = ai - ci;
      const R high_r = sign * (bi - di), high_i = sign * (dr - br);  // a quarter turn of b - d
      yr[q] = even_r + odd_r;
      yi[q] = even_i + odd_i;
      const R pr = low_r + high_r, pi = low_i + high_i;
      const R mr = low_r - high_r, mi = low_i - high_i;
      const R er = even_r - odd_r, ei = even_i - odd_i;
      yr[q + width] = real_turned(pr, pi, c1, s1);
      yi[q + width] = imaginary_turned(pr, pi, c1, s1);
      yr[q + 2 * width] = real_turned(er, ei, c2, s2);
      yi[q + 2 * width] = imaginary_turned(er, ei, c2, s2);
      yr[q + 3 * width] = real_turned(mr, mi, c3, s3);
      yi[q + 3 * width] = imaginary_turned(mr, mi, c3, s3);
    }
  }
}

template <class R>
void FftPlan<R>::step_of_three(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const {
  const int64_t groups = n_ / done / 3, width = done * rows, apart = width * groups;
  const R half = R(0.5), high = turn_at(n_ / 3).imag();
  for (int64_t k = 0; k < groups; ++k) {
    const Number one = turn_at(done * k), two = turn_at(done * k * 2);
    const R c1 = one.real(), s1 = one.imag(), c2 = two.real(), s2 = two.imag();
    const R* __restrict xr = x.real + width * k;
    const R* __restrict xi = x.imaginary + width * k;
    R* __restrict yr = y.real + width * 3 * k;
    R* __restrict yi = y.imaginary + width * 3 * k;
#pragma GCC ivdep
    for (int64_t q = 0; q < width; ++q) {
      const R br = xr[q + apart], bi = xi[q + apart];
      const R cr = xr[q + 2 * apart], ci = xi[q + 2 * apart];
      const R sum_r = br + cr, sum_i = bi + ci;
      const R low_r = xr[q] - half * sum_r, low_i = xi[q] - half * sum_i;
      const R high_r = high * (ci - bi), high_i = high * (br - cr);
      yr[q] = xr[q] + sum_r;
      yi[q] = xi[q] + sum_i;
      const R pr = low_r + high_r, pi = low_i + high_i;
      const R mr = low_r - high_r, mi = low_i - high_i;
      yr[q + width] = real_turned(pr, pi, c1, s1);
      yi[q + width] = imaginary_turned(pr, pi, c1, s1);
      yr[q + 2 * width] = real_turned(mr, mi, c2, s2);
      yi[q + 2 * width] = imaginary_turned(mr, mi, c2, s2);
    }
  }
}

// Five numbers by two sums and two differences of those that lie opposite (Winograd, "On Computing
// the Discrete Fourier Transform", 1978, without its shared products).
template <class R>
void FftPlan<R>::step_of_five(Planes<R> x, Planes<R> y, int64_t done, int64_t rows) const {
  const int64_t groups = n_ / done / 5, width = done * rows, apart = width * groups;
  const Number near = turn_at(n_ / 5), far = turn_at(2 * (n_ / 5));
  const R cn = near.real(), sn = near.imag(), cf = far.real(), sf = far.imag();
  for (int64_t k = 0; k < groups; ++k) {
    R c[5], s[5];
    for (int64_t i = 1; i < 5; ++i)
      c[i] = turn_at(done * k * i).real(), s[i] = turn_at(done * k * i).imag();
    const R c1 = c[1], s1 = s[1], c2 = c[2], s2 = s[2], c3 = c[3], s3 = s[3], c4 = c[4], s4 = s[4];
    const R* __restrict xr = x.real + width * k;
    const R* __restrict xi = x.imaginary + width * k;
    R* __restrict yr = y.real + width * 5 * k;
    R* __restrict yi = y.imaginary + width * 5 * k;
#pragma GCC ivdep
    for (int64_t q = 0; q < width; ++q) {
      const R ar = xr[q], ai = xi[q];
      const R br = xr[q + apart] + xr[q + 4 * apart], bi = xi[q + apart] + xi[q + 4 * apart];
      const R dr = xr[q + apart] - xr[q + 4 * apart], di = xi[q + apart] - xi[q + 4 * apart];
      const R er = xr[q + 2 * apart] + xr[q + 3 * apart],
              ei = xi[q + 2 * apart] + xi[q + 3 * apart];
      const R fr = xr[q + 2 * apart] - xr[q + 3 * apart],
              fi = xi[q + 2 * apart] - xi[q + 3 * apart];
      yr[q] = ar + (br + er), yi[q] = ai + (bi + ei);
      const R near_r = ar + (cn * br + cf * er), near_i = ai + (cn * bi + cf * ei);
      const R far_r = ar + (cf * br + cn * er), far_i = ai + (cf * bi + cn * ei);
      const R up_r = -(sn * di + sf * fi), up_i = sn * dr + sf * fr;  // a quarter turn of them
      const R on_r = sn * fi - sf * di, on_i = sf * dr - sn * fr;
      const R pr = near_r + up_r, pi = near_i + up_i, vr = near_r - up_r, vi = near_i - up_i;
      const R qr = far_r + on_r, qi = far_i + on_i, ur = far_r - on_r, ui = far_i - on_i;
      yr[q + width] = real_turned(pr, pi, c1, s1), yi[q + width] = imaginary_turned(pr, pi, c1, s1);
      yr[q + 2 * width] = real_turned(qr, qi, c2, s2);
      yi[q + 2 * width] = imaginary_turned(qr, qi, c2, s2);
      yr[q + 3 * width] = real_turned(ur, ui, c3, s3);
      yi[q + 3 * width] = imaginary_turned(ur, ui, c3, s3);
      yr[q + 4 * width] = real_turned(vr, vi, c4, s4);
      yi[q + 4 * width] = imaginary_turned(vr, vi, c4, s4);
    }
  }
}

template <class R>
void FftPlan<R>::step(Planes<R> x, Planes<R> y, int64_t radix, int64_t done, int64_t rows) const {
  const int64_t groups = n_ / done / radix, width = done * rows, apart = width * groups;
  for (int64_t k = 0; k < groups; ++k)
    for (int64_t q = 0; q < width; q += kTogether)
      mix(x.at(width * k), y.at(width * radix * k), radix, done * k, q,
          std::min(width, q + kTogether), apart, width);
}

// A few numbers of a group, whose first turn is `k`.
template <class R>
void FftPlan<R>::mix(Planes<R> x, Planes<R> y, int64_t radix, int64_t k, int64_t begin, int64_t end,
                     int64_t apart, int64_t width) const {
  R re[kMostRadix][kTogether] = {}, im[kMostRadix][kTogether] = {};
  const int64_t count = end - begin;
  for (int64_t j = 0; j < radix; ++j) {
    std::copy_n(x.real + begin + apart * j, count, re[j]);
    std::copy_n(x.imaginary + begin + apart * j, count, im[j]);
  }
  for (int64_t i = 0; i < radix; ++i) {
    R sum_r[kTogether], sum_i[kTogether];
    std::copy_n(re[0], kTogether, sum_r);
    std::copy_n(im[0], kTogether, sum_i);
    for (int64_t j = 1; j < radix; ++j) {
      const Number by = turn_at(i * j % radix * (n_ / radix));
      const R c = by.real(), s = by.imag();
#pragma GCC ivdep
      for (int64_t q = 0; q < kTogether; ++q) {
        sum_r[q] += real_turned(re[j][q], im[j][q], c, s);
        sum_i[q] += imaginary_turned(re[j][q], im[j][q], c, s);
      }
    }
    const Number by = turn_at(k * i);
    const R c = by.real(), s = by.imag();
    R *to_r = y.real + begin + width * i, *to_i = y.imaginary + begin + width * i;
    for (int64_t q = 0; q < count; ++q) {
      to_r[q] = real_turned(sum_r[q], sum_i[q], c, s);
      to_i[q] = imaginary_turned(sum_r[q], sum_i[q], c, s);
    }
  }
}

template <class R>
void FftPlan<R>::transform(Planes<R> x, R* spare, int64_t rows) const {
  if (long_)
    convolve(x, spare, rows);
  else
    run_steps(x, spare, rows);
}

template <class R>
void FftPlan<R>::run_steps(Planes<R> x, R* spare, int64_t rows) const {
  Planes<R> from = x, to{spare, spare + n_ * rows};
  int64_t done = 1;
  for (const int64_t radix : radices_) {
    if (radix == 4)
      step_of_four(from, to, done, rows);
    else if (radix == 2)
      step_of_two(from, to, done, rows);
    else if (radix == 3)
      step_of_three(from, to, done, rows);
    else if (radix == 5)
      step_of_five(from, to, done, rows);
    else
      step(from, to, radix, done, rows);
    std::swap(from, to);
    done *= radix;
  }
  if (from.real == x.real) return;
  std::copy_n(from.real, n_ * rows, x.real);
  std::copy_n(from.imaginary, n_ * rows, x.imaginary);
}

}  // namespace pelton::cpu::PELTON_ISA
