// Faults in who may bet, when, how much and how often.
import { inFile } from '../mutant.ts';

export const BETTING = [
  ...inFile('instructions/place_bets.rs', [
    ['a bet at the cutoff is taken', 'now < market.closes_at', 'now <= market.closes_at'],
    [
      'a bet a second before the cutoff is refused',
      'now < market.closes_at',
      'now + 1 < market.closes_at',
    ],
    [
      'the minimum stake itself is refused',
      'amount < market.minimum_stake',
      'amount <= market.minimum_stake',
    ],
    [
      'the outcomes are swapped',
      'usize::from(bet.outcome == NO)',
      'usize::from(bet.outcome != NO)',
    ],
    ['the pool does not grow', '*balance(&mut market.pools, side) = pool_after;', ''],
    ['the allowance does not shrink', '= allowance.wrapping_sub(amount)', '= allowance'],
    ['the whole allowance is refused', 'allowance >= amount', 'allowance > amount'],
    ['the whole balance is refused', 'available >= amount', 'available > amount'],
    [
      'the balance does not shrink',
      'bettor.set_available(currency, available.wrapping_sub(amount));',
      '',
    ],
    [
      'a delegate outlives its expiry by a second',
      'now < bettor.delegate_expires_at',
      'now <= bettor.delegate_expires_at',
    ],
    ['a bet id is not used up', 'bettor.window.consume(u64::from(bet.bet_id))', 'Ok(())'],
    ["a wallet's own bet needs an allowance", 'is_own || allowance', 'allowance'],
    [
      "a wallet's own bet uses up allowance",
      '    if !is_own {\n        *balance',
      '    if true {\n        *balance',
    ],
    ['a strict batch skips', 'if flags & STRICT != 0 =>', 'if false =>'],
    ['every batch is strict', 'if flags & STRICT != 0 =>', 'if true =>'],
    [
      'a second stake replaces the first',
      '*stake = math::add(*stake, bet.amount)?;',
      '*stake = bet.amount;',
    ],
    ['a taken slot keeps what was in it', 'slot.market = *market_key;\n', ''],
    [
      "the market's open positions are not counted",
      'math::add(market.open_positions, 1)?',
      'market.open_positions',
    ],
    [
      "the bettor's open positions are not counted",
      'bettor.open_positions.wrapping_add(1)',
      'bettor.open_positions',
    ],
    ['a gated market is open to all', 'if market.has(flag::GATED) {', 'if false {'],
    ['anybody who signs passes the gate', '&& Key::of(operator) == &config.operator', ''],
    ['the operator passes the gate unsigned', 'operator.is_signer() && ', ''],
    ['a fact of another program counts', 'Key::owner_of(observed) != &market.fact_owner', 'false'],
    ['accepted bets are not counted', 'accepted = accepted.wrapping_add(1);', ''],
    ['a batch of 57 is taken', 'MAX_BETS: usize = 56', 'MAX_BETS: usize = 57'],
    ['a batch of 56 is refused', 'MAX_BETS: usize = 56', 'MAX_BETS: usize = 55'],
  ]),
  ...inFile('bet_window.rs', [
    ['ids may run further ahead', 'AHEAD_MAX: u64 = 65_535', 'AHEAD_MAX: u64 = 65_536'],
    ['ids may not run as far ahead', 'AHEAD_MAX: u64 = 65_535', 'AHEAD_MAX: u64 = 65_534'],
    ['older ids are taken', 'self.highest - id > BEHIND_MAX', 'self.highest - id > BEHIND_MAX + 1'],
    [
      'the oldest id is refused',
      'self.highest - id > BEHIND_MAX',
      'self.highest - id >= BEHIND_MAX',
    ],
    ['an id is taken twice', 'if *word & bit != 0 {', 'if false {'],
    ['an older id is not remembered', '        *word |= bit;\n', ''],
    ['the highest id is not remembered', '*self.word(id) |= 1 << (id & 63);', ''],
    ['skipped ids keep old bits', 'self.forget(self.highest + 1, id);', ''],
    [
      'far skipped ids keep old bits',
      '            self.used = [0; 4];\n            return;',
      '            return;',
    ],
    ['skipping forgets too much', '.min(end - id)', '.min(64)'],
  ]),
  ...inFile('instructions/set_delegate.rs', [
    [
      'the epoch stays',
      'bettor.epoch.saturating_add(1).max(sysvar::clock()?.slot)',
      'bettor.epoch.max(1)',
    ],
    ['the epoch ignores the slot', '.max(sysvar::clock()?.slot)', ''],
    ['the old ids stay used', 'bettor.window = BetWindow::EMPTY;', ''],
    ['the allowance stays', 'bettor.allowance = args.allowance;', ''],
    ['auto_withdraw stays', 'bettor.set_auto_withdraw(*auto_withdraw == 1);', ''],
  ]),
  ...inFile('instructions/close_bettor.rs', [
    ['a Bettor closes in the slot of its epoch', 'slot > bettor.epoch', 'slot >= bettor.epoch'],
    ['a Bettor closes with open positions', ' && bettor.open_positions == 0', ''],
    ['a Bettor closes with a balance', 'bettor.available == [0; 2] && ', ''],
  ]),
];
