// Faults in creating and deciding a market.
import { inFile } from '../mutant.ts';

export const DECIDING = [
  ...inFile('instructions/resolve_market.rs', [
    ['a state is observed too late', 'WINDOW_SECONDS: i64 = 120', 'WINDOW_SECONDS: i64 = 121'],
    [
      'the last second of the window is refused',
      'WINDOW_SECONDS: i64 = 120',
      'WINDOW_SECONDS: i64 = 119',
    ],
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
      'a trigger may say No',
      'market.has(flag::TRIGGERED) && outcome == YES',
      'market.has(flag::TRIGGERED)',
    ],
    ['any market may be early', 'market.has(flag::TRIGGERED) && outcome == YES', 'outcome == YES'],
    [
      'a late Yes counts',
      'market.has(flag::LATCHED) && outcome == NO',
      'market.has(flag::LATCHED)',
    ],
    [
      'a late No counts without a latch',
      'market.has(flag::LATCHED) && outcome == NO',
      'outcome == NO',
    ],
    ['a missing account proves nothing', 'is_state && is_missing(witness)', 'false'],
    [
      'a missing account counts for a moment',
      'is_state && is_missing(witness)',
      'is_missing(witness)',
    ],
    ['an invalid observation says No', 'return Err(ToteError::ObservationInvalid)', 'NO'],
    [
      'the outcomes are swapped',
      'Reading::Met => YES,\n        Reading::NotMet => NO',
      'Reading::Met => NO,\n        Reading::NotMet => YES',
    ],
    [
      'the evidence is not the data',
      '(observe(market, witness, now)?, hash_of(witness))',
      '(observe(market, witness, now)?, Key::ZERO)',
    ],
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
  ]),
  ...inFile('instructions/create_market.rs', [
    ['a question of 501 bytes is taken', 'BYTES_MAX: usize = 500', 'BYTES_MAX: usize = 501'],
    ['a question of 500 bytes is refused', 'BYTES_MAX: usize = 500', 'BYTES_MAX: usize = 499'],
    [
      'a question of 301 characters is taken',
      'CHARACTERS_MAX: usize = 300',
      'CHARACTERS_MAX: usize = 301',
    ],
    ['bytes are counted as characters', '**byte & 0xC0 != 0x80', '**byte != 0'],
    [
      'a condition of 1,025 bytes is taken',
      'CONDITION_BYTES_MAX: usize = 1_024',
      'CONDITION_BYTES_MAX: usize = 1_025',
    ],
    ['a market lasts a second longer', '3_650 * 24 * 60 * 60', '3_650 * 24 * 60 * 60 + 1'],
    ['a refund waits a second longer', '30 * 24 * 60 * 60', '30 * 24 * 60 * 60 + 1'],
    ['a market may close now', 'now < fixed.closes_at', 'now <= fixed.closes_at'],
    [
      'a market may close after its expiry',
      'fixed.closes_at <= fixed.expires_at\n',
      'fixed.closes_at <= fixed.expires_at + 1\n',
    ],
    [
      'a refund may be due at the expiry',
      'fixed.expires_at < fixed.refund_at',
      'fixed.expires_at <= fixed.refund_at',
    ],
    [
      'a moment closes 59 seconds before',
      'LEAD_SECONDS_MAX: u64 = 60',
      'LEAD_SECONDS_MAX: u64 = 59',
    ],
    ['a moment closes a ninth before', 'duration / 10', 'duration / 9'],
    [
      'a stranger creates in a name',
      'signed_by == Key::of(creator) || signed_by == &config.operator',
      'true',
    ],
    ['the operator cannot create', ' || signed_by == &config.operator', ''],
    ['a triggered oracle market is not gated', 'flags |= flag::GATED;', ''],
    ['nothing is custom', 'flags |= flag::CUSTOM;', ''],
    ['every named oracle is custom', ' || parts.subject == config.oracle', ''],
    [
      'the minimum stakes are swapped',
      'if market.currency() == SOL',
      'if market.currency() != SOL',
    ],
    ['the question is not hashed', 'market.question_hash = pda::sha256(parts.question);', ''],
    ['the condition is not hashed', 'market.condition_hash = pda::sha256(parts.condition);', ''],
    [
      'the oracle is not kept',
      'if fixed.source == source::ORACLE {\n        config.oracle\n    }',
      'if false {\n        config.oracle\n    }',
    ],
  ]),
];
