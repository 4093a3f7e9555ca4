// Faults in opening, growing and closing Bettors.
import { inFile } from '../mutant.ts';

export const BETTORS = [
  ...inFile('instructions/open_bettor.rs', [
    [
      'a wallet cannot open its own',
      'signed_by == wallet || config.settings.is_operator(signed_by)',
      'config.settings.is_operator(signed_by)',
    ],
    [
      'the operator cannot open',
      'signed_by == wallet || config.settings.is_operator(signed_by)',
      'signed_by == wallet',
    ],
    ['201 slots at once are taken', 'AT_ONCE: u16 = 200', 'AT_ONCE: u16 = 201'],
    ['200 slots at once are refused', 'AT_ONCE: u16 = 200', 'AT_ONCE: u16 = 199'],
  ]),
  ...inFile('instructions/grow_bettor.rs', [
    ['new slots are not counted', 'bettor.slot_count = slots;', ''],
    [
      'the wallet cannot grow',
      'is_rent_payer || &bettor.wallet == Key::of(payer)',
      'is_rent_payer',
    ],
    [
      'only the wallet can grow',
      'is_rent_payer || &bettor.wallet == Key::of(payer)',
      'bettor.wallet == *Key::of(payer)',
    ],
    ["the wallet's rent is not remembered", 'if !is_rent_payer {', 'if false {'],
    ["the rent payer's rent is the wallet's", 'if !is_rent_payer {', 'if true {'],
    [
      "the wallet's rent replaces what it paid before",
      'math::add(bettor.wallet_rent, missing)?',
      'missing',
    ],
  ]),
  ...inFile('instructions/close_bettor.rs', [
    ['a Bettor closes in the slot of its epoch', 'slot > bettor.epoch', 'slot >= bettor.epoch'],
    ['a Bettor closes with SOL', 'sol | utility == 0', 'utility == 0'],
    ['a Bettor closes with UTILITY', 'sol | utility == 0', 'sol == 0'],
    ['the rent of an account is left behind', 'sol < sysvar::rent_for', 'sol <= sysvar::rent_for'],
    [
      'a token account is worth leaving behind',
      'utility < sysvar::rent_for',
      'utility <= sysvar::rent_for',
    ],
    ['what is left behind is lost', 'vault.add_fees(utility, 0, now)?;', '_ = vault;'],
    ['SOL that is left behind is lost', 'vault.add_fees(sol, 0, now)?;', '_ = vault;'],
    ['what is left behind is not told', 'forfeited: [sol, utility],', 'forfeited: [0, 0],'],
    [
      'the wallet does not get its rent back',
      'let wallet_rent = bettor.wallet_rent;',
      'let wallet_rent = 0;',
    ],
    ['leaving behind is the rule', '*forfeit == FORFEIT {', 'true {'],
  ]),
];
