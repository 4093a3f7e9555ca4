// Faults in the arithmetic and in the books.
import { inFile } from '../mutant.ts';

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
  ...inFile('state/market.rs', [
    [
      'the pools are swapped',
      '(winning, losing) = if outcome == YES',
      '(losing, winning) = if outcome == YES',
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
      'fee_floor(losing, u64::from(self.burn_bps))',
      'fee_floor(winning, u64::from(self.burn_bps))',
    ],
    ['the burn share is paid out too', 'math::sub(losing, self.burn_due)?', 'losing'],
    ['a refund gives back one stake only', 'return math::add(yes, no);', 'return Ok(yes);'],
    [
      'the wrong stake is paid',
      'let stake = if self.outcome == YES { yes }',
      'let stake = if self.outcome != YES { yes }',
    ],
    [
      'the wrong pool divides',
      'Divisor::new(if self.outcome == YES',
      'Divisor::new(if self.outcome != YES',
    ],
    ['a refund keeps the burn share', '        self.burn_due = 0;\n', ''],
    ['a refund keeps the developer share', '        self.developer_due = 0;\n', ''],
    ['a veto keeps the outcome alive', '        self.refund_reason = why;\n', ''],
    [
      'a refund holds nothing',
      '        self.held = math::add(yes, no)?;\n        self.resolved_at = now;\n',
      '        self.resolved_at = now;\n',
    ],
    ['resolving is allowed at refund_at', 'now < self.refund_at', 'now <= self.refund_at'],
    ['a refund waits a second too long', 'now >= self.refund_at', 'now > self.refund_at'],
    ['a veto is allowed at its end', 'now < self.veto_ends_at()', 'now <= self.veto_ends_at()'],
    ['settling waits a second too long', 'now >= self.veto_ends_at()', 'now > self.veto_ends_at()'],
    ['a fact has a veto time', 'if self.source == source::ORACLE {', 'if true {'],
    ['the sequence stands still', 'self.sequence.wrapping_add(1)', 'self.sequence.wrapping_add(0)'],
  ]),
  ...inFile('state/vault.rs', [
    ['a deposit may reach 2^63', 'owed <= OWED_MAX', 'owed <= OWED_MAX + 1'],
    ['a deposit may not reach 2^63 - 1', 'owed <= OWED_MAX', 'owed < OWED_MAX'],
    ['burn shares are lost', 'math::add(self.fees_burn, burn)?', 'self.fees_burn'],
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
    ['the auction runs for UTILITY', 'self.currency() == SOL', 'self.currency() != SOL'],
  ]),
  ...inFile('state/bettor.rs', [
    ['winnings are not free to be swept', '*sweepable = sweepable.wrapping_add(amount);', ''],
    ['spent winnings can still be swept', '*sweepable > left', 'false'],
    ['a balance does not go down', '*balance(&mut self.available, currency) = left;', ''],
    ['a credit is lost', '*available = math::add(*available, amount)?;', ''],
    ['a full slot counts as free', 'yes | no == 0', 'yes & no == 0'],
    [
      'a slot of another market is taken for this one',
      '&self.market == market && !self.is_free()',
      '!self.is_free()',
    ],
    [
      'only the hinted slot is looked at',
      '_ => unsafe { seek(self.slots().as_mut_ptr(), self.slots().len(), market).as_mut() },',
      '_ => None,',
    ],
    ['four slots are skipped', 'slot = slot.add(4);', 'slot = slot.add(5);'],
    ['one slot of four is not looked at', '            || is_candidate(slot.add(3))\n', ''],
    ['the last slots are not looked at', 'while slot != end {', 'while false {'],
    [
      'only the hinted slot can be taken',
      '_ => self.slots().iter_mut().find(|slot| slot.is_free()),',
      '_ => None,',
    ],
    [
      'the currencies are swapped',
      'pair.get_unchecked_mut(currency & 1)',
      'pair.get_unchecked_mut(!currency & 1)',
    ],
  ]),
];
