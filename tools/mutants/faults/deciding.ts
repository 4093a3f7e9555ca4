// Faults in deciding a market, and in reading facts.
import { inFile } from '../mutant.ts';

export const DECIDING = [
  ...inFile('instructions/resolve_market.rs', [
    [
      'a market resolves before its expiry',
      'now < market.expires_at {',
      'now + 1 < market.expires_at {',
    ],
    [
      'a market cannot resolve at its expiry',
      'now < market.expires_at {',
      'now <= market.expires_at {',
    ],
    [
      'a trigger may say what is not met',
      'market.has(flag::TRIGGERED) && decision.is_met',
      'market.has(flag::TRIGGERED)',
    ],
    [
      'any market may be early',
      'market.has(flag::TRIGGERED) && decision.is_met',
      'decision.is_met',
    ],
    ['an oracle may say No early', 'outcome == market.outcome_if(true)', 'true'],
    [
      'an oracle may say No early only as Yes',
      'outcome == market.outcome_if(true)',
      'outcome == Outcome::Yes',
    ],
    [
      'a late observation that is met counts',
      'market.has(flag::LATCHED) && !is_met && !is_missing',
      'market.has(flag::LATCHED) && !is_missing',
    ],
    [
      'a missing account proves the past',
      'market.has(flag::LATCHED) && !is_met && !is_missing',
      'market.has(flag::LATCHED) && !is_met',
    ],
    [
      'the past is proven without a latch',
      'market.has(flag::LATCHED) && !is_met && !is_missing',
      '!is_met && !is_missing',
    ],
    [
      'a missing account is no observation',
      'is_state && Key::owner_of(witness) == &SYSTEM_PROGRAM',
      'false',
    ],
    [
      'a missing account counts for a moment',
      'is_state && Key::owner_of(witness) == &SYSTEM_PROGRAM',
      'Key::owner_of(witness) == &SYSTEM_PROGRAM',
    ],
    [
      'data makes an account of the System program count',
      'is_state && Key::owner_of(witness) == &SYSTEM_PROGRAM',
      'witness.is_data_empty() && is_state && Key::owner_of(witness) == &SYSTEM_PROGRAM',
    ],
    ['an invalid observation is not met', 'return Err(ToteError::ObservationInvalid)', 'false'],
    [
      'the readings are swapped',
      'Reading::Met => true,\n        Reading::NotMet => false',
      'Reading::Met => false,\n        Reading::NotMet => true',
    ],
    ['the evidence is not the data', 'pda::sha256(hashed)', 'Key::ZERO'],
    [
      'all of a huge account is hashed',
      'data.get(..fact::READABLE_BYTES_MAX).unwrap_or(data)',
      'data',
    ],
    [
      'a market resolves in the slot of a bet',
      'clock.slot > market.last_bet_slot',
      'clock.slot >= market.last_bet_slot',
    ],
    [
      'a market cannot resolve in the slot after a bet',
      'clock.slot > market.last_bet_slot',
      'clock.slot > market.last_bet_slot + 1',
    ],
  ]),
  ...inFile('state/market.rs', [
    [
      'the first oracle that is left is disabled',
      'self.oracle_generation < config.oracle_disabled_below',
      'self.oracle_generation <= config.oracle_disabled_below',
    ],
    ['bets hold an oracle back', 'self.source().is_oracle() && self.veto_seconds > 0', 'false'],
    [
      'a fact shares the slot of a bet',
      'self.source().is_oracle() && self.veto_seconds > 0',
      'self.veto_seconds > 0',
    ],
    [
      'without a veto time an outcome shares the slot of a bet',
      'self.source().is_oracle() && self.veto_seconds > 0',
      'self.source().is_oracle()',
    ],
    ['a disabled oracle locks its market', 'is_due || is_disabled', 'is_due'],
    ['anybody refunds at once', 'is_due || is_disabled', 'true'],
    ['a token account passes for a mint', 'is_about_mint && data.len() != MINT_LEN', 'false'],
    ['a ratio may be missed', '>= math::wide_mul(winning', '!= math::wide_mul(winning'],
    ['a ratio must be surpassed', '>= math::wide_mul(winning', '> math::wide_mul(winning'],
  ]),
  ...inFile('instructions/veto_market.rs', [
    [
      'nobody but the guardian vetoes',
      'is_guardian || market.is_oracle_disabled(config)',
      'is_guardian',
    ],
    ['anybody vetoes', 'is_guardian || market.is_oracle_disabled(config)', 'true'],
  ]),
  ...inFile('state/enums.rs', [
    [
      'a source of 4 is a state',
      '_ => Err(ToteError::InvalidSource)',
      '_ => Ok(Source::StateFact)',
    ],
    ['a named oracle is a fact', 'Source::Oracle | Source::NamedOracle', 'Source::Oracle'],
    ['the currencies are swapped', 'if byte & 1 == 0 {', 'if byte & 1 != 0 {'],
    ['an outcome of 3 is No', 'byte == 1 || byte == 2', 'byte == 1 || byte >= 2'],
    ['a currency of 2 is SOL', 'byte <= 1', 'byte <= 2'],
  ]),
  ...inFile('fact.rs', [
    [
      'signed 32-bit values compare unsigned',
      'kind::I32 => i64::from(value as u32 as i32) as u64 ^ SIGN',
      'kind::I32 => value',
    ],
    [
      'signed 64-bit values compare unsigned',
      'kind::I64 | kind::FROM_EXPIRY => value ^ SIGN',
      'kind::FROM_EXPIRY => value ^ SIGN',
    ],
    ['less is less or equal', 'left < right', 'left <= right'],
    [
      'less or equal is less',
      'comparator::LTE => left <= right',
      'comparator::LTE => left < right',
    ],
    ['greater is greater or equal', 'left > right', 'left >= right'],
    [
      'greater or equal is greater',
      'comparator::GTE => left >= right',
      'comparator::GTE => left > right',
    ],
    ['equal is unequal', 'left == right', 'left != right'],
    ['unequal is equal', 'comparator::NE => left != right', 'comparator::NE => left == right'],
    [
      'bytes compare the other way',
      '(self.comparator == comparator::EQ)',
      '(self.comparator == comparator::NE)',
    ],
    ['requirements do not matter', 'if !holds {', 'if false {'],
    ['the expiry is not added', 'expires_at.checked_add(', '0i64.checked_add('],
    [
      'uniqueness needs one clause only',
      'before.is_some() && from.is_some() && before != from',
      'before.is_some() || from.is_some()',
    ],
    ['uniqueness may come from one time', ' && before != from', ''],
    ['the decision makes the fact unique', 'if index < count {', 'if true {'],
    [
      'uniqueness may be off by some seconds',
      '            && self.operand.iter().all(|byte| *byte == 0)\n',
      '',
    ],
    ['17 clauses are taken', 'MAX_CLAUSES: usize = 16', 'MAX_CLAUSES: usize = 17'],
    ['16 clauses are refused', 'MAX_CLAUSES: usize = 16', 'MAX_CLAUSES: usize = 15'],
    ['a byte more is hashed', '0xFFFF + 32', '0xFFFF + 33'],
    ['the last byte is not hashed', '0xFFFF + 32', '0xFFFF + 31'],
    ['any fact of a curve is latched', 'clauses == CURVE_COMPLETE', 'true'],
    ['no curve is latched', 'clauses == CURVE_COMPLETE', 'false'],
    ['any fact of a pool is latched', 'clauses == POOL_EXISTS', 'true'],
    ['no pool is latched', 'clauses == POOL_EXISTS', 'false'],
    ['any fact of a launch is latched', 'if head == LAUNCH_STATUS', 'if !head.is_empty()'],
    ['no launch is latched', 'if head == LAUNCH_STATUS', 'if head.is_empty()'],
  ]),
];
