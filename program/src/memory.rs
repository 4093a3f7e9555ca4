//! Long copies by system call: the compiler would write out every word.

use crate::checks::Plain;

/// Copies one value over another.
#[inline(always)]
pub fn copy<T: Plain>(to: &mut T, from: &T) {
    #[cfg(target_arch = "bpf")]
    // SAFETY: two different values of the same size.
    unsafe {
        let (to, from) = ((to as *mut T).cast(), (from as *const T).cast());
        solana_define_syscall::definitions::sol_memcpy_(to, from, size_of::<T>() as u64);
    }
    #[cfg(not(target_arch = "bpf"))]
    {
        *to = *from;
    }
}

/// Says whether two values have the same bytes.
#[inline(always)]
pub fn equal<T: Plain>(left: &T, right: &T) -> bool {
    let bytes = |value: &T| (value as *const T).cast::<u8>();
    #[cfg(target_arch = "bpf")]
    {
        let mut difference = 0i32;
        // SAFETY: two values of the same size are read, one word is written.
        unsafe {
            solana_define_syscall::definitions::sol_memcmp_(
                bytes(left),
                bytes(right),
                size_of::<T>() as u64,
                &raw mut difference,
            );
        }
        difference == 0
    }
    #[cfg(not(target_arch = "bpf"))]
    // SAFETY: plain data without padding is readable as bytes.
    unsafe {
        let read = |value| core::slice::from_raw_parts(bytes(value), size_of::<T>());
        read(left) == read(right)
    }
}

/// Fills a value with zeros.
#[inline(always)]
pub fn zero<T: Plain>(value: &mut T) {
    // SAFETY: zero is a value of plain data, and the value is as long as it is.
    unsafe {
        let start = (value as *mut T).cast::<u8>();
        #[cfg(target_arch = "bpf")]
        solana_define_syscall::definitions::sol_memset_(start, 0, size_of::<T>() as u64);
        #[cfg(not(target_arch = "bpf"))]
        start.write_bytes(0, size_of::<T>());
    }
}
