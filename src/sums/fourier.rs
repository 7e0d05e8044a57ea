//! The discrete Fourier transform of a power of two of points (Cooley and Tukey 1965).

use std::f64::consts::TAU;

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Complex {
    pub(super) const ZERO: Complex = Complex { re: 0.0, im: 0.0 };
    pub(super) const ONE: Complex = Complex { re: 1.0, im: 0.0 };

    /// Returns the product of two numbers.
    pub(super) fn times(self, factor: Complex) -> Complex {
        Complex {
            re: self.re * factor.re - self.im * factor.im,
            im: self.re * factor.im + self.im * factor.re,
        }
    }

    /// Returns a power.
    pub(super) fn power(self, mut exponent: u64) -> Complex {
        let (mut result, mut base) = (Complex::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(base);
            }
            base = base.times(base);
            exponent >>= 1;
        }
        result
    }
}

/// Replaces numbers by their discrete Fourier transform, or by its inverse. Their count must be a
/// power of two.
pub(super) fn transform(numbers: &mut [Complex], is_inverse: bool) {
    let size = numbers.len();
    debug_assert!(size.is_power_of_two());
    if size > 1 {
        let shift = usize::BITS - size.trailing_zeros();
        for i in 0..size {
            let swapped = i.reverse_bits() >> shift;
            if swapped > i {
                numbers.swap(i, swapped);
            }
        }
    }
    let sign = if is_inverse { 1.0 } else { -1.0 };
    // Each root is computed directly: repeated products would lose digits.
    let roots: Vec<Complex> = (0..size / 2)
        .map(|k| {
            let (im, re) = (sign * TAU * k as f64 / size as f64).sin_cos();
            Complex { re, im }
        })
        .collect();
    let mut width = 2;
    while width <= size {
        let stride = size / width;
        for block in numbers.chunks_exact_mut(width) {
            let (low, high) = block.split_at_mut(width / 2);
            for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let turned = b.times(roots[k * stride]);
                *b = Complex {
                    re: a.re - turned.re,
                    im: a.im - turned.im,
                };
                a.re += turned.re;
                a.im += turned.im;
            }
        }
        width *= 2;
    }
    if is_inverse {
        let scale = 1.0 / size as f64;
        for number in numbers {
            number.re *= scale;
            number.im *= scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_agrees_with_its_definition_and_its_inverse() {
        for size in [1usize, 2, 8, 64] {
            let numbers: Vec<Complex> = (0..size)
                .map(|i| Complex {
                    re: (i * i % 7) as f64,
                    im: (i % 3) as f64,
                })
                .collect();
            let mut found = numbers.clone();
            transform(&mut found, false);
            for (k, value) in found.iter().enumerate() {
                let mut sum = Complex::ZERO;
                for (i, number) in numbers.iter().enumerate() {
                    let (im, re) = (-TAU * (i * k) as f64 / size as f64).sin_cos();
                    let term = number.times(Complex { re, im });
                    sum.re += term.re;
                    sum.im += term.im;
                }
                assert!((sum.re - value.re).abs() < 1e-9 && (sum.im - value.im).abs() < 1e-9);
            }
            transform(&mut found, true);
            for (a, b) in found.iter().zip(&numbers) {
                assert!((a.re - b.re).abs() < 1e-12 && (a.im - b.im).abs() < 1e-12);
            }
        }
    }
}
