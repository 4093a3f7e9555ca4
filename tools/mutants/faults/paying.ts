// Faults in settling, closing, collecting, withdrawing and administrating.
import { inFile } from '../mutant.ts';

export const PAYING = [
  ...inFile('instructions/settle_positions.rs', [
    ['a settled slot is not cleared', '    slot.stakes = [0; 2];\n', ''],
    ['what the market holds does not shrink', 'market.held = held;', ''],
    ["the market's open positions stay", 'market.open_positions = open_positions;', ''],
    [
      "the bettor's open positions stay",
      'bettor.open_positions.wrapping_sub(1)',
      'bettor.open_positions',
    ],
    ['settled positions are not counted', 'settled += 1;', ''],
    ['the payout is not in the event', 'payout = paid;', 'let _ = paid;'],
    ['a batch of 63 is refused', 'MAX_POSITIONS: usize = 63', 'MAX_POSITIONS: usize = 62'],
  ]),
  ...inFile('instructions/close_market.rs', [
    ['dust is lost', 'math::add(burn, dust)?', 'burn'],
    ['the account closes a second late', 'now >= market.expires_at', 'now > market.expires_at'],
    [
      'the account closes at once',
      'let closes_account = now >= market.expires_at',
      'let closes_account = true',
    ],
    ['fees move twice', 'market.flags |= flag::FEES_MOVED;', ''],
    ['what moved is still held', 'market.held = 0;', ''],
    ['the burn share moves twice', 'market.burn_due = 0;', ''],
    ['the developer share moves twice', 'market.developer_due = 0;', ''],
  ]),
  ...inFile('instructions/collect_fees.rs', [
    ['developer shares are collected twice', 'vault.fees_developer = 0;', ''],
    ['the SOL reserve is collected', 'if currency == SOL { 0 }', 'if false { 0 }'],
    ['what was collected is still owed', 'vault.sub_owed(total)?;', ''],
    ['nothing is burned', 'if fees.burned > 0 {', 'if false {'],
    ['the treasury gets no UTILITY', 'if fees.developer > 0 {', 'if false {'],
    [
      'the total burned stands still',
      'vault.burned_total.wrapping_add(burned)',
      'vault.burned_total',
    ],
  ]),
  ...inFile('instructions/withdraw.rs', [
    ['a sweep does not count', '*sweepable = sweepable\n', '_ = sweepable\n'],
    ['a withdrawal is not debited', 'balances.debit(currency, amount)?;', ''],
    ['a withdrawal is still owed', 'books.sub_owed(amount)?;', ''],
    ['a sweep is not limited', 'if is_sweep {', 'if false {'],
  ]),
  ...inFile('instructions/deposit.rs', [
    ['a deposit is not owed', 'books.add_owed(amount)?;', ''],
    ['a deposit is not credited', 'balances.credit(currency, amount)?;', ''],
  ]),
  ...inFile('instructions/buy_back.rs', [
    ['the reserve stays', 'vault.fees_burn = math::sub(vault.fees_burn, lot)?;', ''],
    ['a sold lot is still owed', 'vault.sub_owed(lot)?;', ''],
    ['the price is not remembered', 'vault.auction.sold(price, vault.fees_burn, now);', ''],
    ['nothing is burned', 'cpi::burn(&tokens, mint)?;', ''],
    ['the limit itself is refused', 'price <= *max_price', 'price < *max_price'],
    [
      'the conversions are not counted',
      'vault.burned_total.wrapping_add(lot)',
      'vault.burned_total',
    ],
    [
      'the burned UTILITY is not counted',
      'vault.utility_burned_total.wrapping_add(price)',
      'vault.utility_burned_total',
    ],
  ]),
  ...inFile('auction.rs', [
    [
      'a round starts at the clearing price',
      'let highest = clearing << 1',
      'let highest = clearing',
    ],
    ['a round ends at a quarter', '(clearing >> 3)', '(clearing >> 2)'],
    ['an unsold round changes nothing', '            clearing = lowest(clearing);\n', ''],
    ['a sale does not set the price', 'price.clamp(1, PRICE_MAX)', 'self.clearing_price'],
    [
      'a sale does not end the round',
      '        self.round_started_at = 0;\n        self.wake',
      '        self.wake',
    ],
    ['a lot is sold before it is there', 'reserve >= self.lot', 'true'],
    ['a running round starts again', 'self.round_started_at == 0 && ', ''],
  ]),
  ...inFile('instructions/grow_bettor.rs', [
    ['new slots are not counted', 'bettor.slot_count = slots;', ''],
  ]),
  ...inFile('instructions/update_config.rs', [
    ['a new admin is not kept', 'config.admin = *Key::of(new_admin);', ''],
  ]),
  ...inFile('instructions/initialize.rs', [
    [
      'the upgrade authority is not compared',
      'is_some && holder == Key::of(authority).bytes()',
      'is_some',
    ],
    ['an immutable program can be initialized', 'is_some && holder', 'holder'],
    ['a mint that can be frozen is taken', 'initialized && unfreezable', 'initialized'],
    ['a mint that is not there is taken', 'initialized && unfreezable', 'unfreezable'],
  ]),
  ...inFile('state/config.rs', [
    ['fees of 2,001 are taken', 'MAX_FEES_BPS: u32 = 2_000', 'MAX_FEES_BPS: u32 = 2_001'],
    ['fees of 2,000 are refused', 'MAX_FEES_BPS: u32 = 2_000', 'MAX_FEES_BPS: u32 = 1_999'],
    ['any program is known', 'known.iter().any(|one| one == program)', 'true'],
  ]),
  ...inFile('state/mod.rs', [
    ['the rent is not given back', 'receiver.set_lamports(lamports);', ''],
  ]),
];
