//! The data of `create_market`: a fixed part, then what decides, the clauses and the two texts.

use crate::{
    checks::{self, Plain},
    error::{require, ToteError},
    key::Key,
    state::{Currency, Source},
    Checked,
};

/// The part that every market has.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Fixed {
    pub tag: u8,
    pub currency: u8,
    pub flags: u8,
    pub source: u8,
    pub clause_count: u8,
    pub reserved: [u8; 3],
    pub nonce: u64,
    pub closes_at: i64,
    pub expires_at: i64,
    pub refund_at: i64,
    pub question_len: u16,
    pub condition_len: u16,
    pub clauses_len: u16,
    pub padding: u16,
    /// The terms that the creator expects the Config to give.
    pub burn_bps: u16,
    pub developer_bps: u16,
    pub veto_seconds: u32,
    pub minimum_stake: u64,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Fixed {}
const _: () = assert!(size_of::<Fixed>() == 64);

/// The variable part of the data, and what its bytes stand for.
pub struct Parts<'a> {
    pub currency: Currency,
    pub source: Source,
    pub subject: Key,
    pub fact_owner: Key,
    pub clauses: &'a [u8],
    pub question: &'a [u8],
    pub condition: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Cuts the variable part into its pieces: not a byte is left over.
    #[inline(always)]
    pub fn take(fixed: &Fixed, data: &'a [u8]) -> Checked<Parts<'a>> {
        checks::zero(&fixed.reserved)?;
        require(fixed.padding == 0, ToteError::InvalidInstructionData)?;
        let currency = Currency::parse(fixed.currency)?;
        let source = Source::parse(fixed.source)?;
        let mut rest = data.get(size_of::<Fixed>()..).unwrap_or(&[]);
        let subject = if source == Source::TimedFact {
            Key::ZERO
        } else {
            take_key(&mut rest)?
        };
        let fact_owner = if source.is_oracle() {
            Key::ZERO
        } else {
            take_key(&mut rest)?
        };
        let clauses = take(&mut rest, fixed.clauses_len)?;
        let question = take(&mut rest, fixed.question_len)?;
        let condition = take(&mut rest, fixed.condition_len)?;
        require(rest.is_empty(), ToteError::InvalidInstructionData)?;
        Ok(Parts {
            currency,
            source,
            subject,
            fact_owner,
            clauses,
            question,
            condition,
        })
    }
}

#[inline(always)]
fn take<'a>(rest: &mut &'a [u8], len: u16) -> Checked<&'a [u8]> {
    let (taken, left) = rest
        .split_at_checked(usize::from(len))
        .ok_or(ToteError::InvalidInstructionData)?;
    *rest = left;
    Ok(taken)
}

#[inline(always)]
fn take_key(rest: &mut &[u8]) -> Checked<Key> {
    let (taken, left) = rest
        .split_first_chunk::<32>()
        .ok_or(ToteError::InvalidInstructionData)?;
    *rest = left;
    Ok(Key::from_bytes(taken))
}
