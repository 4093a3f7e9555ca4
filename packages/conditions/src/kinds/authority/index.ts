// Whether a token's mint authority or freeze authority is revoked: a fact on chain. It stays so for
// a mint of the classic program. A mint of Token-2022 may be closed and made again.
import type { Address } from '@solana/kit';
import { MarketSource } from '@tote/program-client';
import { findAccount } from '../../oracles/account-snapshot.ts';
import { decodeMint } from '../../oracles/layouts/mint.ts';
import { TOKEN_PROGRAM } from '../../oracles/programs.ts';
import type { Kind } from '../kind.ts';
import { describeRule } from '../shared/describe-rule.ts';
import { AUTHORITIES, type Authority, authorityRevoked } from '../shared/latched-facts.ts';
import { MINUTE, scenario } from '../shared/scenario.ts';
import { symbol, timing, tokenProgram } from '../shared/schema.ts';
import { readTiming, type Timing } from '../shared/threshold.ts';
import {
  exactToken,
  readSymbol,
  requireToken,
  requireTokenProgram,
  shortToken,
} from '../shared/token-subject.ts';

export interface AuthorityCondition {
  readonly type: 'authority';
  readonly tokenAddress: Address;
  readonly authority: Authority;
  readonly tokenProgram: Address;
  readonly symbol?: string;
  readonly timing: Timing;
}

export const authority: Kind<AuthorityCondition> = {
  type: 'authority',

  schema: {
    description: 'Nobody can mint more of a token, or freeze its accounts, from then on.',
    required: ['authority'],
    fields: {
      authority: { type: 'string', enum: AUTHORITIES, description: 'Which must be revoked.' },
      tokenProgram,
      symbol,
      timing,
    },
    example: { authority: 'mint', tokenProgram: TOKEN_PROGRAM },
  },

  demo: [
    scenario('authority', ['SOL', 'Yes'], {
      bets: ['finn Yes 1', 'gia Yes 0.75', 'finn No 2.5', 'cleo No 0.3'],
      condition: { type: 'authority', authority: 'freeze', timing: 'at_expiry' },
      ask: ({ tokens: { young } }) => ({
        question: `Will the freeze authority of ${young.symbol} be revoked at expiry?`,
        tokenAddress: young.mint,
        expiresAt: young.migratesAt + 2 * MINUTE,
      }),
    }),
  ],

  parse(fields, input) {
    const tokenAddress = requireToken(input);
    return {
      type: 'authority',
      tokenAddress,
      authority: fields.choice('authority', AUTHORITIES),
      tokenProgram: requireTokenProgram(fields, input),
      ...readSymbol(fields, 'symbol', tokenAddress, input.token),
      timing: readTiming(fields, 'any_time_before'),
    };
  },

  describe: (condition, expiresAt) =>
    describeRule(condition.timing, expiresAt, {
      rule: [`the ${condition.authority} authority of ${shortToken(condition)} is`, 'revoked'],
      isEvent: true,
      when: (moment) => `by ${moment}`,
      missing: 'its mint cannot be read',
      before: `the mint of ${exactToken(condition)} has no ${condition.authority} authority`,
      at: 'at',
      isFact: true,
    }),

  stated: ['authority'],
  variant: ({ tokenProgram: owner }) =>
    owner === TOKEN_PROGRAM ? { ...authority, isPermanent: true } : authority,

  fact: ({ tokenAddress: account, tokenProgram: factOwner, authority: which }) => ({
    ...{ source: MarketSource.StateFact, account, factOwner, clauses: authorityRevoked(which) },
  }),

  movers({ tokenAddress, authority: which }, sample) {
    const account = findAccount(sample, tokenAddress);
    const mint = account && decodeMint(account);
    if (!mint?.ok) return [];
    const { mintAuthority, freezeAuthority } = mint.value;
    const holder = which === 'mint' ? mintAuthority : freezeAuthority;
    return holder === null ? [] : [`${holder} holds the authority, and decides the market alone.`];
  },
};
