// Faults in settling, closing, collecting, withdrawing and selling.
import { inFile } from '../mutant.ts';

const PART_OF_ROUND = '\n            .saturating_sub(seconds as i64)';
const REST_OF_ROUND = '\n            .saturating_add(self.round_seconds)';

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
    ['settled positions are not counted', 'settled = settled.wrapping_add(1);', ''],
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
    [
      'developer shares are collected twice',
      'vault.fees_developer = math::sub(vault.fees_developer, developer)?;',
      '',
    ],
    [
      'the SOL reserve is collected',
      'vault.fees_developer, 0)?',
      'vault.fees_developer, vault.fees_burn)?',
    ],
    [
      'anybody chooses where the treasury is paid',
      'cpi::expect_associated(treasury_token, receiver, mint)?;',
      '',
    ],
    [
      'a treasury that cannot be paid keeps UTILITY from being burned',
      'Err(_) if vault.fees_burn > 0 => 0,',
      '',
    ],
    [
      'a treasury that cannot be paid is told nothing',
      'Err(_) if vault.fees_burn > 0 => 0,',
      'Err(_) => 0,',
    ],
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
    ['who sweeps chooses the account', 'payment.is_sweep || is_missing', 'is_missing'],
    ['a wallet cannot choose the account', 'payment.is_sweep || is_missing', 'true'],
    ['a missing account is not compared', 'payment.is_sweep || is_missing', 'payment.is_sweep'],
  ]),
  ...inFile('instructions/deposit.rs', [
    ['a deposit is not owed', 'books.add_owed(amount)?;', ''],
    ['a deposit is not credited', 'balances.credit(currency, amount)?;', ''],
  ]),
  ...inFile('instructions/buy_back.rs', [
    ['the reserve stays', 'vault.fees_burn = math::sub(vault.fees_burn, lot)?;', ''],
    ['a sold lot is still owed', 'vault.sub_owed(lot)?;', ''],
    ['the price is not remembered', 'vault.auction.sold(price, now);', ''],
    ['nothing is burned', 'cpi::burn(&tokens)?;', ''],
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
      'let highest = clearing << 3',
      'let highest = clearing',
    ],
    [
      'a round starts at twice the price',
      'let highest = clearing << 3',
      'let highest = clearing << 1',
    ],
    ['a round ends at a quarter', '(clearing >> 3)', '(clearing >> 2)'],
    ['a price may fall to nothing', '(clearing >> 3).max(1)', '(clearing >> 3)'],
    ['an unsold round changes nothing', '            clearing = lowest(clearing);\n', ''],
    ['the price falls for six rounds', 'ROUNDS_MAX: u64 = 7', 'ROUNDS_MAX: u64 = 6'],
    ['the price falls for eight rounds', 'ROUNDS_MAX: u64 = 7', 'ROUNDS_MAX: u64 = 8'],
    ['a sale does not set the price', 'price.clamp(1, PRICE_MAX)', 'self.clearing_price'],
    ['a price may be too high to start from', 'price.clamp(1, PRICE_MAX)', 'price.max(1)'],
    ['a sale does not end the round', `${REST_OF_ROUND};`, ';'],
    ['the next round begins a round after the sale', PART_OF_ROUND, ''],
    [
      'a sale begins the next round',
      `self.round_started_at = now${PART_OF_ROUND}${REST_OF_ROUND};`,
      'self.round_started_at = now;',
    ],
    [
      'a round that runs starts again',
      'before < self.lot && after >= self.lot',
      'after >= self.lot',
    ],
    ['a round starts without a lot', 'before < self.lot && after >= self.lot', 'before < self.lot'],
    ['a lot that comes opens a sold round', 'self.round_started_at.max(now)', 'now'],
    ['a lot that comes starts no round', 'self.round_started_at.max(now)', 'self.round_started_at'],
    [
      'a first price above the highest is taken',
      'PRICE_MAX: u64 = 1 << 60',
      'PRICE_MAX: u64 = 1 << 61',
    ],
    [
      'the highest first price is refused',
      'PRICE_MAX: u64 = 1 << 60',
      'PRICE_MAX: u64 = (1 << 60) - 1',
    ],
  ]),
  ...inFile('state/mod.rs', [
    ['the rent is not given back', 'receiver.set_lamports(lamports);', ''],
    ['accounts say another version', 'VERSION: u8 = 3', 'VERSION: u8 = 2'],
  ]),
  ...inFile('event.rs', [['events say another version', 'VERSION: u8 = 3', 'VERSION: u8 = 2']]),
  ...inFile('cpi.rs', [
    [
      'the CPI guard binds delegates, too',
      '&& &token_data(self.from).owner == Key::of(self.authority)',
      '',
    ],
    ['the CPI guard is another extension', 'CPI_GUARD: u16 = 11', 'CPI_GUARD: u16 = 12'],
    ['the required memo is another extension', 'MEMO_TRANSFER: u16 = 8', 'MEMO_TRANSFER: u16 = 9'],
    ['a switch that is off counts as on', ' && value.first() == Some(&1)', ''],
    ['extensions go on behind their end', '(kind != 0).then_some', 'true.then_some'],
    [
      'the first extension is missed',
      'TOKEN_ACCOUNT_LEN.wrapping_add(1)..',
      'TOKEN_ACCOUNT_LEN.wrapping_add(5)..',
    ],
    [
      'a long account is refused',
      'account.data_len() >= TOKEN_ACCOUNT_LEN,',
      'account.data_len() == TOKEN_ACCOUNT_LEN,',
    ],
  ]),
];
