//! Loops over many numbers, compiled several times: for every CPU, and for those with wider registers.

/// Makes a function that runs with wider registers where the CPU has them. What its body calls has to be inlined to gain
/// from it. Products and sums of floats stay apart, so that results are the same on every machine.
///
/// `name(arguments) { … }` leaves the rest to the compiler; `name[const N: usize; L](arguments) { … }` has a body that is
/// written for [`Lanes`] of the kind `L`.
macro_rules! widened {
    ($(#[$about:meta])* $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? $body:block) => {
        $(#[$about])*
        #[inline]
        fn $name($($argument: $kind),*) $(-> $result)? {
            #[inline(always)]
            fn plain($($argument: $kind),*) $(-> $result)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                unsafe fn wide($($argument: $kind),*) $(-> $result)? {
                    plain($($argument),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the CPU has been asked.
                    return unsafe { wide($($argument),*) };
                }
            }
            plain($($argument),*)
        }
    };
    (
        $(#[$about:meta])*
        $name:ident[$(const $size:ident: usize),+; $lanes:ident]($($argument:ident: $kind:ty),*) -> $result:ty $body:block
    ) => {
        $(#[$about])*
        fn $name<$(const $size: usize),+>($($argument: $kind),*) -> $result {
            #[inline(always)]
            fn plain<$(const $size: usize,)+ $lanes: $crate::wide::Lanes>($($argument: $kind),*) -> $result $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
                unsafe fn widest<$(const $size: usize),+>($($argument: $kind),*) -> $result {
                    plain::<$($size,)+ $crate::wide::Eight>($($argument),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                unsafe fn wide<$(const $size: usize),+>($($argument: $kind),*) -> $result {
                    plain::<$($size,)+ $crate::wide::Four>($($argument),*)
                }
                // SAFETY: the CPU has been asked.
                match $crate::wide::lanes() {
                    8 => return unsafe { widest($($argument),*) },
                    4 => return unsafe { wide($($argument),*) },
                    _ => {}
                }
            }
            plain::<$($size,)+ $crate::wide::Two>($($argument),*)
        }
    };
}
pub(crate) use widened;

/// How many words the CPU works on at once.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn lanes() -> usize {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")) {
        return 2;
    }
    if has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") { 8 } else { 4 }
}

/// Several words that are worked on at once.
pub trait Lanes: Copy {
    const COUNT: usize;

    fn none() -> Self;
    /// The first words of a slice, which has at least as many.
    fn load(words: &[u64]) -> Self;
    fn store(self, words: &mut [u64]);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is not in `other`.
    fn without(self, other: Self) -> Self;
    /// Every word shifted towards its high end by one bit, and by all but one.
    fn up(self) -> Self;
    fn top(self) -> Self;
    /// The same towards its low end.
    fn down(self) -> Self;
    fn bottom(self) -> Self;
    /// Whether any bit is set.
    fn any(self) -> bool;
}

/// Two words; every CPU of today has registers for them.
#[derive(Clone, Copy)]
pub struct Two([u64; 2]);

impl Lanes for Two {
    const COUNT: usize = 2;

    #[inline(always)]
    fn none() -> Self {
        Self([0; 2])
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Self([words[0], words[1]])
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[..2].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self([self.0[0] << 1, self.0[1] << 1])
    }

    #[inline(always)]
    fn top(self) -> Self {
        Self([self.0[0] << 63, self.0[1] << 63])
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self([self.0[0] >> 1, self.0[1] >> 1])
    }

    #[inline(always)]
    fn bottom(self) -> Self {
        Self([self.0[0] >> 63, self.0[1] >> 63])
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0[0] | self.0[1] != 0
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Eight, Four};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Lanes;
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256, _mm256_or_si256,
        _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_testz_si256,
        _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512, _mm512_or_si512, _mm512_setzero_si512,
        _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_test_epi64_mask,
    };

    macro_rules! lanes {
        (
            $(#[$about:meta])* $name:ident($kind:ty, $count:expr), $zero:ident, $load:ident, $store:ident, $and:ident,
            $or:ident, $andnot:ident, $left:ident, $right:ident, |$lanes:ident| $any:expr
        ) => {
            $(#[$about])*
            #[derive(Clone, Copy)]
            pub struct $name($kind);

            // SAFETY of all below: values of this kind are made where the CPU has been asked, and slices are long enough.
            impl Lanes for $name {
                const COUNT: usize = $count;

                #[inline(always)]
                fn none() -> Self {
                    Self(unsafe { $zero() })
                }

                #[inline(always)]
                fn load(words: &[u64]) -> Self {
                    let words = &words[..$count];
                    Self(unsafe { $load(words.as_ptr().cast()) })
                }

                #[inline(always)]
                fn store(self, words: &mut [u64]) {
                    let words = &mut words[..$count];
                    unsafe { $store(words.as_mut_ptr().cast(), self.0) }
                }

                #[inline(always)]
                fn and(self, other: Self) -> Self {
                    Self(unsafe { $and(self.0, other.0) })
                }

                #[inline(always)]
                fn or(self, other: Self) -> Self {
                    Self(unsafe { $or(self.0, other.0) })
                }

                #[inline(always)]
                fn without(self, other: Self) -> Self {
                    Self(unsafe { $andnot(other.0, self.0) })
                }

                #[inline(always)]
                fn up(self) -> Self {
                    Self(unsafe { $left::<1>(self.0) })
                }

                #[inline(always)]
                fn top(self) -> Self {
                    Self(unsafe { $left::<63>(self.0) })
                }

                #[inline(always)]
                fn down(self) -> Self {
                    Self(unsafe { $right::<1>(self.0) })
                }

                #[inline(always)]
                fn bottom(self) -> Self {
                    Self(unsafe { $right::<63>(self.0) })
                }

                #[inline(always)]
                fn any(self) -> bool {
                    let $lanes = self.0;
                    unsafe { $any }
                }
            }
        };
    }

    lanes! {
        /// Four words, for CPUs with AVX2.
        Four(__m256i, 4), _mm256_setzero_si256, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_and_si256,
        _mm256_or_si256, _mm256_andnot_si256, _mm256_slli_epi64, _mm256_srli_epi64,
        |lanes| _mm256_testz_si256(lanes, lanes) == 0
    }

    lanes! {
        /// Eight words, for CPUs with AVX-512.
        Eight(__m512i, 8), _mm512_setzero_si512, _mm512_loadu_si512, _mm512_storeu_si512, _mm512_and_si512,
        _mm512_or_si512, _mm512_andnot_si512, _mm512_slli_epi64, _mm512_srli_epi64,
        |lanes| _mm512_test_epi64_mask(lanes, lanes) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Two};
    use crate::dice::mix;

    fn words(seed: u64) -> [u64; 8] {
        std::array::from_fn(|place| mix(seed << 8 | place as u64))
    }

    fn back<L: Lanes>(lanes: L) -> Vec<u64> {
        let mut words = [0; 8];
        lanes.store(&mut words);
        words[..L::COUNT].to_vec()
    }

    /// Everything that lanes do, compared with single words.
    fn agrees<L: Lanes>() {
        for seed in 0..100 {
            let (one, other) = (words(2 * seed), words(2 * seed + 1));
            let (a, b) = (L::load(&one), L::load(&other));
            let single = |of: fn(u64, u64) -> u64| (0..L::COUNT).map(|i| of(one[i], other[i])).collect::<Vec<u64>>();
            assert_eq!(back(a.and(b)), single(|a, b| a & b));
            assert_eq!(back(a.or(b)), single(|a, b| a | b));
            assert_eq!(back(a.without(b)), single(|a, b| a & !b));
            assert_eq!(back(a.up()), single(|a, _| a << 1));
            assert_eq!(back(a.top()), single(|a, _| a << 63));
            assert_eq!(back(a.down()), single(|a, _| a >> 1));
            assert_eq!(back(a.bottom()), single(|a, _| a >> 63));
        }
        assert!(!L::none().any());
        for place in 0..L::COUNT {
            let mut one = [0; 8];
            one[place] = 1 << (7 * place);
            assert!(L::load(&one).any());
        }
    }

    #[test]
    fn lanes_do_what_single_words_do() {
        agrees::<Two>();
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            unsafe fn four() {
                agrees::<super::Four>();
            }
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
            unsafe fn eight() {
                agrees::<super::Eight>();
            }
            // SAFETY: the CPU has been asked.
            if super::lanes() >= 4 {
                unsafe { four() };
            }
            if super::lanes() >= 8 {
                unsafe { eight() };
            }
        }
    }
}
