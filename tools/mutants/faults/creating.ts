// Faults in creating a market.
import { inFile } from '../mutant.ts';

const TERMS = ['burn_bps', 'developer_bps', 'veto_seconds'];

export const CREATING = [
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
    ['the question is not hashed', 'market.question_hash = pda::sha256(parts.question);', ''],
    ['the condition is not hashed', 'market.condition_hash = pda::sha256(parts.condition);', ''],
    ['the subject is not kept', 'market.subject = parts.subject;', ''],
    ['the owner of a fact is not kept', 'market.fact_owner = parts.fact_owner;', ''],
  ]),
  ...inFile('instructions/create_market.rs', [
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
      'a refund may be due in the last second of the window',
      'fixed.refund_at > fixed.expires_at.saturating_add(window)',
      'fixed.refund_at >= fixed.expires_at.saturating_add(window)',
    ],
    [
      "an oracle's market has a window",
      '        0\n    } else {\n        WINDOW_SECONDS',
      '        WINDOW_SECONDS\n    } else {\n        WINDOW_SECONDS',
    ],
    ['a moment has no lead', 'i64::from(settings.lead_seconds)', '0'],
    ['a market may be shorter than twice its lead', 'lead.saturating_mul(2)', 'lead'],
    ['a market lasts three times its lead', 'lead.saturating_mul(2)', 'lead.saturating_mul(3)'],
    [
      'the operator creates however late it ends',
      'is_creators || settings.is_near(fixed.expires_at, now)',
      'true',
    ],
    [
      'no market ends after the horizon',
      'is_creators || settings.is_near(fixed.expires_at, now)',
      'settings.is_near(fixed.expires_at, now)',
    ],
    ['nobody may be the oracle', '!key.is_zero() && key != market', 'key != market'],
    ['a market is its own witness', '!key.is_zero() && key != market', '!key.is_zero()'],
  ]),
  ...inFile('instructions/create_market.rs', [
    ['a stranger creates in a name', 'is_creators || settings.is_operator(signed_by)', 'true'],
    ['the operator cannot create', 'is_creators || settings.is_operator(signed_by)', 'is_creators'],
    [
      'the creator cannot create',
      'is_creators || settings.is_operator(signed_by)',
      'settings.is_operator(signed_by)',
    ],
    ['nothing is custom', 'flags |= flag::CUSTOM;', ''],
    [
      'a market without the operator is not custom',
      '!is_operators || !is_known(&parts, settings)',
      '!is_known(&parts, settings)',
    ],
    [
      'an unknown decider is not custom',
      '!is_operators || !is_known(&parts, settings)',
      '!is_operators',
    ],
    [
      'the operator need not sign',
      'operator.is_signer() && settings.is_operator(Key::of(operator))',
      'settings.is_operator(Key::of(operator))',
    ],
    [
      'anybody signs as operator',
      'operator.is_signer() && settings.is_operator(Key::of(operator))',
      'operator.is_signer()',
    ],
    [
      'every named oracle is known',
      'parts.subject == settings.oracle\n    } else',
      'true\n    } else',
    ],
    [
      'the minimum stakes are swapped',
      'Currency::Sol => sol,\n        Currency::Utility => utility,',
      'Currency::Sol => utility,\n        Currency::Utility => sol,',
    ],
    ...TERMS.map((name): [string, string, string] => [
      `another ${name} than expected is given`,
      `fixed.${name} == settings.${name}`,
      'true',
    ]),
    [
      'another minimum stake than expected is given',
      'fixed.minimum_stake == minimum_stake',
      'true',
    ],
    ['a foreign oracle can be disabled', 'if is_ours {', 'if true {'],
    ['no oracle can be disabled', 'if is_ours {', 'if false {'],
    [
      'a fact falls with the oracle',
      'parts.source.is_oracle() && is_known(parts',
      'is_known(parts',
    ],
  ]),
  ...inFile('instructions/create_market.rs', [
    ['a triggered oracle market is not gated', 'asked | flag::GATED', 'asked'],
    [
      'no gate can be asked for',
      'flag::TRIGGERED | flag::GATED | flag::INVERTED,',
      'flag::TRIGGERED | flag::INVERTED,',
    ],
    [
      'no oracle market can be inverted',
      'flag::TRIGGERED | flag::GATED | flag::INVERTED,',
      'flag::TRIGGERED | flag::GATED,',
    ],
    [
      'an inverted oracle market need not be triggered',
      'require(!is_asked(flag::INVERTED), ToteError::InvalidFlags)?;',
      '',
    ],
    [
      'a moment can be triggered',
      'Source::TimedFact => 0,',
      'Source::TimedFact => flag::TRIGGERED,',
    ],
    [
      'no fact can be inverted',
      'flag::TRIGGERED | flag::LATCHED | flag::INVERTED',
      'flag::TRIGGERED | flag::LATCHED',
    ],
    [
      'no latch can be asked for',
      'flag::TRIGGERED | flag::LATCHED | flag::INVERTED',
      'flag::TRIGGERED | flag::INVERTED',
    ],
    ['custom cannot be asked for', '!(allowed | flag::CUSTOM)', '!allowed'],
    ['a known latch is not marked', '        asked | flag::LATCHED\n', '        asked\n'],
    [
      'an inverted fact must be triggered',
      'is_latched || is_asked(flag::TRIGGERED)',
      'is_asked(flag::TRIGGERED)',
    ],
    ['an inverted fact must be latched', 'is_latched || is_asked(flag::TRIGGERED)', 'is_latched'],
  ]),
];
