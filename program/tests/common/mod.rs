//! Reads the golden vectors that TypeScript reads too.
#![allow(dead_code)]

pub mod memory;

use serde_json::Value;
use std::{fs, path::Path};

pub fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../vectors")
        .join(name);
    let text = fs::read_to_string(&path).expect("vectors are in the repository");
    let file: Value = serde_json::from_str(&text).expect("vectors are JSON");
    file["cases"].as_array().expect("cases").clone()
}

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} in {value}"))
}

pub fn word(value: &Value, field: &str) -> u64 {
    text(value, field)
        .parse()
        .unwrap_or_else(|_| panic!("{field} in {value}"))
}

pub fn signed(value: &Value, field: &str) -> i64 {
    text(value, field)
        .parse()
        .unwrap_or_else(|_| panic!("{field} in {value}"))
}

pub fn hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(digit).collect()
}

pub fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0u32);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        let value = DIGITS
            .iter()
            .position(|digit| *digit == byte)
            .expect("base64") as u32;
        (held, bits) = (held << 6 | value, bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

/// A small deterministic generator: tests must give the same result every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A word of random length, so that small and large values are equally frequent.
    pub fn any(&mut self) -> u64 {
        let shift = self.next() % 64;
        self.next() >> shift
    }
}
