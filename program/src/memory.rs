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
