// Owns RealFftPlan: the Fourier transform between n real numbers and the first half of their
// spectrum, n / 2 + 1 numbers. Of an even n the real numbers are taken for n / 2 complex ones,
// whose transform is parted into those of the even and the odd places (Cooley, Lewis and Welch,
// 1970).
#pragma once
#include "kernels/cpu/fourier/fft_rows.h"

namespace pelton::cpu::PELTON_ISA {

template <class R>
class RealFftPlan {
 public:
  // `inverse` goes back to real numbers, divided by n; n is at least 1.
  RealFftPlan(int64_t n, bool inverse)
      : n_(n), inverse_(inverse), plan_(n % 2 == 0 ? n / 2 : n, inverse) {
    for (int64_t k = 0; k <= n / 4; ++k) turns_.push_back(FftPlan<R>::turn(k, n, false));
  }
  int64_t size() const { return n_; }
  bool is_inverse() const { return inverse_; }
  int64_t space(int64_t rows) const { return 2 * kept() * rows + plan_.room(rows); }

  // `Rows` rows of n real numbers to their half spectra.
  template <int64_t Rows>
  void to_spectrum(const R* from, R* to, R* space) const {
    const Planes<R> x = planes<Rows>(space);
    if (n_ % 2 == 0)
      read_rows<Rows>(from, n_, x, n_ / 2);
    else
      read_real<Rows>(from, x);
    plan_.transform(x, space + 2 * kept() * Rows, Rows);
    if (n_ % 2 == 0) part<Rows>(x);
    write_rows<Rows>(x, to, 2 * (n_ / 2 + 1), n_ / 2 + 1);
  }
  // And back; the imaginary parts of what has no other half are taken for 0.
  template <int64_t Rows>
  void to_numbers(const R* from, R* to, R* space) const {
    const Planes<R> x = planes<Rows>(space);
    read_rows<Rows>(from, 2 * (n_ / 2 + 1), x, n_ / 2 + 1);
    std::fill_n(x.imaginary, Rows, R(0));
    if (n_ % 2 == 0)
      join<Rows>(x);
    else
      mirror<Rows>(x);
    plan_.transform(x, space + 2 * kept() * Rows, Rows);
    if (n_ % 2 == 0)
      write_rows<Rows>(x, to, n_, n_ / 2);
    else
      for (int64_t i = 0; i < n_; ++i)
        for (int64_t r = 0; r < Rows; ++r) to[r * n_ + i] = x.real[i * Rows + r];
  }

 private:
  // Numbers of a row that the planes have room for.
  int64_t kept() const { return n_ % 2 == 0 ? n_ / 2 + 1 : n_; }
  template <int64_t Rows>
  Planes<R> planes(R* space) const {
    return {space, space + kept() * Rows};
  }

  template <int64_t Rows>
  void read_real(const R* from, Planes<R> x) const {
    for (int64_t i = 0; i < n_; ++i)
      for (int64_t r = 0; r < Rows; ++r) x.real[i * Rows + r] = from[r * n_ + i];
    std::fill_n(x.imaginary, n_ * Rows, R(0));
  }

  // Z of the complex numbers becomes the spectrum: X[k] = E + w^k O and X[m - k] = conj(E - w^k O)
  // with E = (Z[k] + conj Z[m - k]) / 2, O = (Z[k] - conj Z[m - k]) / 2i.
  template <int64_t Rows>
  void part(Planes<R> x) const {
    const int64_t m = n_ / 2;
    for (int64_t k = 0; k <= m / 2; ++k) {
      const R c = turns_[static_cast<size_t>(k)].real(), s = turns_[static_cast<size_t>(k)].imag();
      const Planes<R> low = x.at(k * Rows), high = x.at((m - k) * Rows);
      const Planes<R> other = k == 0 ? low : high;
#pragma GCC ivdep
      for (int64_t r = 0; r < Rows; ++r) {
        const R ar = low.real[r], ai = low.imaginary[r];
        const R br = other.real[r], bi = -other.imaginary[r];
        const R even_r = (ar + br) / 2, even_i = (ai + bi) / 2;
        const R odd_r = (ai - bi) / 2, odd_i = (br - ar) / 2;
        const R turned_r = real_turned(odd_r, odd_i, c, s);
        const R turned_i = imaginary_turned(odd_r, odd_i, c, s);
        low.real[r] = even_r + turned_r;
        low.imaginary[r] = even_i + turned_i;
        high.real[r] = even_r - turned_r;
        high.imaginary[r] = turned_i - even_i;
      }
    }
  }

  // The other way, divided by n.
  template <int64_t Rows>
  void join(Planes<R> x) const {
    const int64_t m = n_ / 2;
    const R scale = R(1) / static_cast<R>(n_);
    std::fill_n(x.imaginary + m * Rows, Rows, R(0));
    for (int64_t k = 0; k <= m / 2; ++k) {
      const R c = turns_[static_cast<size_t>(k)].real(), s = turns_[static_cast<size_t>(k)].imag();
      const Planes<R> low = x.at(k * Rows), high = x.at((m - k) * Rows);
#pragma GCC ivdep
      for (int64_t r = 0; r < Rows; ++r) {
        const R ar = low.real[r], ai = low.imaginary[r];
        const R br = high.real[r], bi = -high.imaginary[r];
        const R even_r = ar + br, even_i = ai + bi, odd_r = ar - br, odd_i = ai - bi;
        const R turned_r = real_turned(odd_r, odd_i, c, -s);
        const R turned_i = imaginary_turned(odd_r, odd_i, c, -s);
        low.real[r] = (even_r - turned_i) * scale;
        low.imaginary[r] = (even_i + turned_r) * scale;
        high.real[r] = (even_r + turned_i) * scale;
        high.imaginary[r] = (turned_r - even_i) * scale;
      }
    }
  }

  // The other half of a spectrum of an odd number, divided by it.
  template <int64_t Rows>
  void mirror(Planes<R> x) const {
    const R scale = R(1) / static_cast<R>(n_);
    for (int64_t q = 0; q < (n_ / 2 + 1) * Rows; ++q) x.real[q] *= scale, x.imaginary[q] *= scale;
    for (int64_t k = 1; k <= n_ / 2; ++k)
      for (int64_t r = 0; r < Rows; ++r) {
        x.real[(n_ - k) * Rows + r] = x.real[k * Rows + r];
        x.imaginary[(n_ - k) * Rows + r] = -x.imaginary[k * Rows + r];
      }
  }

  int64_t n_;
  bool inverse_;
  FftPlan<R> plan_;
  std::vector<std::complex<R>> turns_;  // exp(-2 pi i k / n) for k up to n / 4
};

}  // namespace pelton::cpu::PELTON_ISA
