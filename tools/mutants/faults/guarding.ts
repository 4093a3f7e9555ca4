// Faults that leave a stolen key its power, or that keep stakes and wallets from getting out. The
// adversary and the small world must find each by themselves: `program/test/model/adversary`.
import { inFile, type Mutant } from '../mutant.ts';

const FAULTS = [
  ...inFile('state/market.rs', [
    [
      'a disabled oracle keeps the stakes until the refund date',
      'require(is_due || is_disabled, ToteError::RefundTooEarly)',
      'require(is_due, ToteError::RefundTooEarly)',
    ],
    [
      'bets hold back an oracle whose outcome can be vetoed',
      'self.source().is_oracle() && self.veto_seconds > 0',
      'false',
    ],
  ]),
  ...inFile('instructions/veto_market.rs', [
    [
      'the outcome of a disabled oracle stands unless the guardian vetoes it',
      'is_guardian || market.is_oracle_disabled(config)',
      'is_guardian',
    ],
  ]),
  ...inFile('instructions/collect_fees.rs', [
    [
      'whoever collects chooses where the treasury is paid',
      '    cpi::expect_associated(treasury_token, receiver, mint)?;\n',
      '',
    ],
    [
      'a treasury that cannot be paid saves the burn share',
      'Err(_) if vault.fees_burn > 0 => 0,',
      'Err(_) if false => 0,',
    ],
  ]),
  ...inFile('instructions/close_bettor.rs', [
    ['dust of SOL keeps a Bettor open', 'sol < sysvar::rent_for(0)?', 'sol == 0'],
  ]),
  ...inFile('instructions/place_bets.rs', [
    [
      'a delegate bets in markets that end too late',
      'if settings.is_near(market.expires_at, now) {',
      'if true {',
    ],
    [
      'a disabled operator bets for its wallets',
      'bettor.window.generation >= batch.disabled_below',
      'true',
    ],
  ]),
  ...inFile('instructions/cancel_config.rs', [
    [
      'the guardian cannot stop a change',
      'is_admin || by == &config.settings.guardian',
      'is_admin',
    ],
    [
      'the guardian stops its own replacement',
      'is_admin || !config.replaces_only_guardian()',
      'true',
    ],
  ]),
  ...inFile('instructions/create_market.rs', [
    ['nobody may decide a market', '!key.is_zero() && key != market', 'key != market'],
    ['a market may decide itself', '!key.is_zero() && key != market', '!key.is_zero()'],
  ]),
];

export const GUARDING: readonly Mutant[] = FAULTS.map((fault) => ({
  ...fault,
  tests: 'model/adversary/',
}));
