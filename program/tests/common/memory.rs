//! Memory as the runtime hands it over: aligned to 8 bytes, and no longer than it says. Miri sees
//! every access beside it.

use pinocchio::{account::RuntimeAccount, AccountView, Address};
use tote::key::Key;

/// Account data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data(Vec<u64>);

impl Data {
    pub fn zeroed(len: usize) -> Data {
        assert_eq!(len % 8, 0, "whole words");
        Data(vec![0; len / 8])
    }

    pub fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: words are plain bytes.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * 8) }
    }

    pub fn put(&mut self, at: usize, bytes: &[u8]) {
        // SAFETY: as above, and the words are borrowed mutably.
        let all = unsafe { std::slice::from_raw_parts_mut(self.start(), self.0.len() * 8) };
        all[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn put_word(&mut self, at: usize, word: u64) {
        self.put(at, &word.to_le_bytes());
    }

    pub fn put_key(&mut self, at: usize, key: &Key) {
        self.put(at, key.bytes());
    }

    pub fn word(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.bytes()[at..at + 8].try_into().expect("a word"))
    }

    pub fn key(&self, at: usize) -> Key {
        Key::from_bytes(self.bytes()[at..at + 32].try_into().expect("a key"))
    }
}

const HEADER_WORDS: usize = size_of::<RuntimeAccount>() / 8;

/// An account: its header, then its data.
pub struct Account(Vec<u64>);

impl Account {
    /// Writable, with a lamport per byte. `len` bytes of the data are the account's.
    pub fn new(address: &Key, owner: &Key, data: &Data, len: usize) -> Account {
        assert!(len <= data.bytes().len());
        let mut words = vec![0; HEADER_WORDS];
        words.extend_from_slice(&data.0[..len.div_ceil(8)]);
        let header = RuntimeAccount {
            borrow_state: u8::MAX,
            is_signer: 0,
            is_writable: 1,
            executable: 0,
            padding: [0; 4],
            address: Address::new_from_array(*address.bytes()),
            owner: Address::new_from_array(*owner.bytes()),
            lamports: len as u64,
            data_len: len as u64,
        };
        // SAFETY: the header has as many words, and they are aligned.
        unsafe { words.as_mut_ptr().cast::<RuntimeAccount>().write(header) };
        Account(words)
    }

    pub fn readonly(mut self) -> Account {
        // SAFETY: the words start with a header.
        unsafe { (*self.0.as_mut_ptr().cast::<RuntimeAccount>()).is_writable = 0 };
        self
    }

    /// The words move only with the account, and it stays where it is while the view is used.
    pub fn view(&mut self) -> AccountView {
        // SAFETY: a header, and the data behind it.
        unsafe { AccountView::new_unchecked(self.0.as_mut_ptr().cast()) }
    }

    pub fn data(&self) -> Data {
        Data(self.0[HEADER_WORDS..].to_vec())
    }
}
