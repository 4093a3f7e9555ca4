// Faults in the settings: announced changes, when they take effect, and disabled keys.
import { inFile } from '../mutant.ts';

const SET = ['change_delay', 'operator', 'oracle', 'guardian', 'treasury'];

export const CONFIGURING = [
  ...inFile('instructions/update_config.rs', [
    ['a new admin is not kept', 'known, Key::of(new_admin))', 'known, Key::of(admin))'],
    [
      'a change waits for its own delay',
      'let delay = config.settings.change_delay;',
      'let delay = config.pending.change_delay;',
    ],
    ['an announcement has no date', 'config.pending_at = effective_at;', ''],
    ['a change never waits', 'let is_applied = delay == 0;', 'let is_applied = true;'],
    ['a change always waits', 'let is_applied = delay == 0;', 'let is_applied = false;'],
  ]),
  ...inFile('instructions/apply_config.rs', [
    ['a change waits a second too long', '? >= effective_at', '? > effective_at'],
    ['nothing takes effect', 'config.apply();', ''],
  ]),
  ...inFile('instructions/cancel_config.rs', [
    ['a cancelled change stays', 'config.pending_at = 0;', ''],
  ]),
  ...inFile('instructions/cancel_config.rs', [
    ['the guardian cannot cancel', 'is_admin || by == &config.settings.guardian', 'is_admin'],
    ['the guardian cancels its own end', 'is_admin || !config.replaces_only_guardian()', 'true'],
  ]),
  ...inFile('instructions/disable_keys.rs', [
    [
      'the admin cannot disable',
      'by == config.settings.admin || by == config.settings.guardian',
      'by == config.settings.guardian',
    ],
    [
      'the guardian cannot disable',
      'by == config.settings.admin || by == config.settings.guardian',
      'by == config.settings.admin',
    ],
    ['the operator is always disabled', 'if names_operator {', 'if true {'],
    ['the oracle is always disabled', 'if names_oracle {', 'if true {'],
  ]),
  ...inFile('state/config.rs', [
    ['fees of 2,001 are taken', 'MAX_FEES_BPS: u32 = 2_000', 'MAX_FEES_BPS: u32 = 2_001'],
    ['fees of 2,000 are refused', 'MAX_FEES_BPS: u32 = 2_000', 'MAX_FEES_BPS: u32 = 1_999'],
    ['a veto time over 7 days is taken', 'u32 = 7 * 24 * 60 * 60', 'u32 = 7 * 24 * 60 * 60 + 1'],
    ['a veto time of 7 days is refused', 'u32 = 7 * 24 * 60 * 60', 'u32 = 7 * 24 * 60 * 60 - 1'],
    ['a delay over 30 days is taken', 'u32 = 30 * 24 * 60 * 60', 'u32 = 30 * 24 * 60 * 60 + 1'],
    ['a delay of 30 days is refused', 'u32 = 30 * 24 * 60 * 60', 'u32 = 30 * 24 * 60 * 60 - 1'],
    ['any program is known', 'known.iter().any(|one| one == program)', 'true'],
    ['nobody is the operator', '&self.operator == key && ', ''],
    ['a disabled operator has a key', ' && !key.is_zero()', ''],
    ['a known program is not forgotten', 'memory::zero(&mut self.known_programs);', ''],
    ['the admin stays', 'self.admin = *admin;', ''],
    ...SET.map((name): [string, string, string] => [
      `the ${name} stays`,
      `self.${name} = terms.${name};`,
      '',
    ]),
  ]),
  ...inFile('state/config.rs', [
    [
      'a new oracle has the old generation',
      'if self.pending.oracle != self.settings.oracle {',
      'if false {',
    ],
    [
      'the same oracle has a new generation',
      'if self.pending.oracle != self.settings.oracle {',
      'if true {',
    ],
    ['what is pending is not copied', 'memory::copy(&mut self.settings, &self.pending);', ''],
    ['what took effect is still pending', 'self.pending_at = 0;', ''],
    ['a disabled operator stays', '        self.settings.operator = Key::ZERO;\n', ''],
    [
      'a disabled operator comes back with a change',
      'if self.pending.operator == self.settings.operator {',
      'if false {',
    ],
    [
      'disabling stops another operator',
      'if self.pending.operator == self.settings.operator {',
      'if true {',
    ],
    ['the key named is not disabled', 'Ok(generation.saturating_add(1))', 'Ok(generation)'],
    [
      'a new operator has the old generation',
      'self.operator_generation = self.operator_generation.saturating_add(1);',
      '',
    ],
    [
      'disabling an old operator revives others',
      'self.operator_disabled_below.max(below)',
      'below',
    ],
    ['the current operator stays', 'if generation == self.operator_generation {', 'if false {'],
    ['any operator is the current one', 'if generation == self.operator_generation {', 'if true {'],
    [
      'the guardian keeps itself',
      'self.pending.guardian != self.settings.guardian && memory::equal(&pending, &self.settings)',
      'false',
    ],
    [
      'a change without the guardian is out of its reach',
      'self.pending.guardian != self.settings.guardian && memory::equal',
      'memory::equal',
    ],
    [
      'a lead over 300 seconds is taken',
      'MAX_LEAD_SECONDS: u32 = 300',
      'MAX_LEAD_SECONDS: u32 = 301',
    ],
    [
      'a lead of 300 seconds is refused',
      'MAX_LEAD_SECONDS: u32 = 300',
      'MAX_LEAD_SECONDS: u32 = 299',
    ],
    [
      'a horizon ends a second early',
      '<= i64::from(self.horizon_seconds)',
      '< i64::from(self.horizon_seconds)',
    ],
    ['disabling an old oracle revives others', 'self.oracle_disabled_below.max(below)', 'below'],
    ['the current oracle stays', 'if generation == self.oracle_generation {', 'if false {'],
    ['any oracle is the current one', 'if generation == self.oracle_generation {', 'if true {'],
    ['a disabled oracle takes new markets', '            self.settings.oracle = Key::ZERO;\n', ''],
    [
      'a disabled oracle comes back with a change',
      'if self.pending.oracle == self.settings.oracle {',
      'if false {',
    ],
    [
      'disabling stops another oracle',
      'if self.pending.oracle == self.settings.oracle {',
      'if true {',
    ],
  ]),
  ...inFile('instructions/initialize.rs', [
    [
      'the upgrade authority is not compared',
      'is_some && holder == Key::of(authority).bytes()',
      'is_some',
    ],
    [
      'an immutable program can be initialized',
      'is_some && holder == Key::of(authority).bytes()',
      'holder == Key::of(authority).bytes()',
    ],
    ['a mint that can be frozen is taken', 'initialized && unfreezable', 'initialized'],
    ['a mint that is not there is taken', 'initialized && unfreezable', 'unfreezable'],
    [
      'the native mint is taken',
      'data.len() == MINT_LEN && key != &NATIVE_MINT',
      'data.len() == MINT_LEN',
    ],
    ['the native mint of Token-2022 is taken', 'is_mint && key != &NATIVE_MINT_2022', 'is_mint'],
    [
      'any account of Token-2022 is taken',
      'data.get(TOKEN_ACCOUNT_LEN) == Some(&IS_MINT)',
      'data.len() > TOKEN_ACCOUNT_LEN',
    ],
    ['the extension before the allowed ones is taken', '18..=23', '17..=23'],
    ['the extension behind the allowed ones is taken', '18..=23', '18..=24'],
    ['the first allowed extension is refused', '18..=23', '19..=23'],
    ['the last allowed extension is refused', '18..=23', '18..=22'],
    ['a higher rent locks the vault', 'VAULT_RENTS: u64 = 10', 'VAULT_RENTS: u64 = 1'],
  ]),
];
