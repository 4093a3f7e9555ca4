// Faults in the arithmetic and the accounting.
import { inFile } from '../mutant.ts';

const BY_OUTCOME =
  'Outcome::of(self.outcome) {\n            Outcome::Yes => yes,\n            Outcome::No => no,';
const BY_OTHER_OUTCOME =
  'Outcome::of(self.outcome) {\n            Outcome::Yes => no,\n            Outcome::No => yes,';

export const MONEY = [
  ...inFile('math.rs', [
    ['a fee is rounded up', 'bps / BPS\n', 'bps.div_ceil(BPS)\n'],
    ['a fee loses the part below 10,000', ' + (pool % BPS) * bps / BPS', ''],
    [
      'a share is rounded up',
      'add(stake, winning_pool.mul_div_floor(stake, distributable)?)',
      'add(stake, add(winning_pool.mul_div_floor(stake, distributable)?, 1)?)',
    ],
    ['a winner does not get the stake back', 'add(stake, winning_pool', 'add(0, winning_pool'],
    ['a quotient digit is never corrected', 'digit -= 1;', 'digit -= 0;'],
    ['a product loses its carry', '+ (middle >> 32)', ''],
    ['a sum wraps', 'if sum < a {', 'if false {'],
  ]),
  ...inFile('checks.rs', [
    ['data may be longer', 'data.len() == size_of::<T>()', 'data.len() >= size_of::<T>()'],
    ['a byte that is reserved may be set', 'require(any == 0,', 'require(true,'],
  ]),
  ...inFile('state/market.rs', [
    [
      'the pools are swapped',
      'Outcome::Yes => (yes, no),\n            Outcome::No => (no, yes),',
      'Outcome::Yes => (no, yes),\n            Outcome::No => (yes, no),',
    ],
    [
      'nobody won, and it is not a refund',
      'winning == 0 && losing > 0',
      'winning == 1 && losing > 0',
    ],
    ['an empty market is a refund', 'winning == 0 && losing > 0', 'winning == 0'],
    [
      'the burn share uses the developer rate',
      'u64::from(self.burn_bps)',
      'u64::from(self.developer_bps)',
    ],
    [
      'the developer share uses the burn rate',
      'u64::from(self.developer_bps)',
      'u64::from(self.burn_bps)',
    ],
    [
      'the fee is a share of the winning pool',
      '(self.burn_due, self.developer_due) = self.fees(losing)',
      '(self.burn_due, self.developer_due) = self.fees(winning)',
    ],
    ['the burn share is paid out too', 'math::sub(losing, self.burn_due)?', 'losing'],
    ['a refund gives back one stake only', 'return math::add(yes, no);', 'return Ok(yes);'],
    [
      'the wrong stake is paid',
      `let stake = match ${BY_OUTCOME}`,
      `let stake = match ${BY_OTHER_OUTCOME}`,
    ],
    [
      'the wrong pool divides',
      `Divisor::new(match ${BY_OUTCOME}`,
      `Divisor::new(match ${BY_OTHER_OUTCOME}`,
    ],
    ['a refund keeps the burn share', '        self.burn_due = 0;\n', ''],
    ['a refund keeps the developer share', '        self.developer_due = 0;\n', ''],
    ['a veto keeps the outcome alive', '        self.refund_reason = why as u8;\n', ''],
    [
      'a refund holds nothing',
      '        self.held = math::add(yes, no)?;\n        self.resolved_at = now;\n',
      '        self.resolved_at = now;\n',
    ],
    ['resolving is allowed at refund_at', 'now < self.refund_at', 'now <= self.refund_at'],
    ['a refund waits a second too long', 'now >= self.refund_at', 'now > self.refund_at'],
    ['a veto is allowed at its end', 'now < self.veto_ends_at()', 'now <= self.veto_ends_at()'],
    [
      'settling does not wait for the veto',
      'require(now >= self.veto_ends_at(), ToteError::VetoRunning)',
      'Ok(())',
    ],
    ['settling waits a second too long', 'now >= self.veto_ends_at()', 'now > self.veto_ends_at()'],
    ['a fact has a veto time', 'if self.source().is_oracle() {', 'if true {'],
    ['the sequence stands still', 'self.sequence.wrapping_add(1)', 'self.sequence.wrapping_add(0)'],
    ['an inverted fact is not', 'is_met != self.has(flag::INVERTED)', 'is_met'],
    ['a state is observed too late', 'WINDOW_SECONDS: i64 = 120', 'WINDOW_SECONDS: i64 = 121'],
    [
      'the last second of the window is refused',
      'WINDOW_SECONDS: i64 = 120',
      'WINDOW_SECONDS: i64 = 119',
    ],
  ]),
  ...inFile('state/vault.rs', [
    ['a deposit may reach 2^63', 'owed <= OWED_MAX', 'owed <= OWED_MAX + 1'],
    ['a deposit may not reach 2^63 - 1', 'owed <= OWED_MAX', 'owed < OWED_MAX'],
    ['burn shares are lost', 'math::add(reserve, burn)?', 'reserve'],
    [
      'developer shares are lost',
      'math::add(self.fees_developer, developer)?',
      'self.fees_developer',
    ],
    [
      'the total of burn shares stands still',
      'self.burn_total.wrapping_add(burn)',
      'self.burn_total',
    ],
    [
      'the auction runs for UTILITY',
      'self.currency() == Currency::Sol',
      'self.currency() != Currency::Sol',
    ],
  ]),
];
