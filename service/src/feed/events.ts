import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { CURRENCIES, type Currency, OUTCOMES, type Outcome, REFUND_REASONS } from '@tote/domain';

/** A number. It is stored as text with every digit, and sent as a number. */
const number = (description: string, rules: object = {}) =>
  Type.Unsafe<string>({ tote: 'decimal', openapi: { type: 'number', ...rules, description } });

/** `format` tells it from counts and shares, which a double holds without loss. */
const amount = (description: string) =>
  number(`${description} In the currency, exact.`, { format: 'decimal' });

const text = (description: string) => Type.String({ description });

const flag = (description: string) => Type.Boolean({ description });

const count = (description: string) => Type.Integer({ minimum: 0, description });

const instant = (description: string) => Type.String({ format: 'date-time', description });

const choice = <T extends string>(choices: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: choices, description });

const outcome = (description: string) => choice<Outcome>(OUTCOMES, description);

const currency = () => choice<Currency>(CURRENCIES, 'The currency of the amounts.');

const group = <P extends TProperties>(description: string, fields: P) =>
  Type.Object(fields, { description });

const perOutcome = <T extends TSchema>(description: string, field: T) =>
  group(description, { Yes: field, No: field });

const orNull = <T extends TSchema>(field: T) => Type.Union([field, Type.Null()]);

// All events of the feed: when each is sent, to which wallets, and with which data. The types, the
// OpenAPI document and docs/events.md are made from this.

type Concerns = 'its wallet' | 'its creator' | 'its oracle' | 'all with a stake in it' | null;

interface EventKind {
  readonly when: string;
  readonly concerns: Concerns;
  readonly data: TObject;
}

const kind = <P extends TProperties>(when: string, concerns: Concerns, data: P) => ({
  when,
  concerns,
  data: Type.Object(data),
});

/** In the data of each event that is about one wallet. Stored once, in its own column. */
const wallet = text('The wallet.');
const transactionId = text('The transaction that did it.');
const betData = {
  wallet,
  betId: text('As in `GET /v1/bets/{betId}`.'),
  outcome: outcome('What the bet is on.'),
  amount: amount('The stake.'),
  currency: currency(),
  transactionId: text('The transaction that has the bet.'),
};
const settlementData = {
  settled: count('Positions that this step settled.'),
  openPositions: count('Positions that are left.'),
  paid: Type.Optional(amount('What this step paid. Left out if nobody had a stake.')),
  currency: Type.Optional(currency()),
};
const configData = {
  admin: orNull(text('Who announced it; null if its log was cut off.')),
  effectiveAt: orNull(instant('From when it can be in force; null if its log was cut off.')),
};
const series = Type.Optional(text('The series that it is a round of.'));
const winningOutcome = orNull(outcome('What won; null if there is no outcome.'));
const balance = amount('The balance of the account afterwards.');

export const EVENTS = {
  'market.created': kind('A market is on chain.', 'its creator', {
    question: text('The question.'),
    tokenAddress: orNull(text('The mint that it is about; null for a global market.')),
    currency: currency(),
    creator: text('The wallet that created it.'),
    expireAt: instant('The expiry.'),
    series,
    custom: flag('Only its creator stands behind what decides it.'),
    mismatch: flag('What decides it on chain is not what its condition says.'),
  }),
  'bet.pending': kind(
    'A bet takes longer than 400 ms, on a cluster 2 seconds.',
    'its wallet',
    betData,
  ),
  'bet.confirmed': kind('A bet is on chain, whoever sent it.', 'its wallet', betData),
  'bet.failed': kind('A bet came to nothing.', 'its wallet', {
    ...betData,
    error: Type.Optional(text('Why, as a code: those of `X-Error-Code`.')),
  }),
  'odds.changed': kind('Bets changed the pools of a market.', null, {
    odds: perOutcome('The new odds, which sum to 1.', number('Share of the total stake.')),
    totalStake: perOutcome('The new pools.', amount('The stake on this outcome.')),
    sequence: number('Counts the changes of the market.'),
  }),
  'market.closed': kind('A market takes no more bets.', 'all with a stake in it', {
    bettingClosesAt: instant('Since when.'),
    expireAt: instant('The expiry.'),
  }),
  'attestation.wanted': kind(
    'A market has expired and now waits for the verdict of its oracle.',
    'its oracle',
    {
      question: text('The question.'),
      oracle: text('The wallet that can answer, with `POST /v1/markets/{marketId}/attestations`.'),
      expireAt: instant('The expiry, since when it waits.'),
      endsAt: instant('Until when the oracle can answer. Then all stakes are refunded.'),
    },
  ),
  'market.proposed': kind(
    'A market has an outcome that can still be vetoed.',
    'all with a stake in it',
    {
      proposedOutcome: outcome('What wins if nobody vetoes it.'),
      vetoEndsAt: instant('Until when it can be vetoed.'),
    },
  ),
  'market.vetoed': kind(
    'An outcome was vetoed, by the guardian or because its oracle was disabled. ' +
      '`market.refunded` follows.',
    'all with a stake in it',
    { vetoedOutcome: outcome('What had been proposed.') },
  ),
  'market.resolved': kind('The outcome of a market is final.', 'all with a stake in it', {
    winningOutcome,
    resolvedAt: instant('Since when it is final.'),
    series,
  }),
  'market.refunded': kind('All stakes of a market are refunded.', 'all with a stake in it', {
    winningOutcome,
    resolvedAt: instant('Since when it is final.'),
    series,
    refundReason: choice(REFUND_REASONS, 'Why.'),
  }),
  'position.settled': kind('A wallet was paid, or got nothing.', 'its wallet', {
    wallet,
    winningOutcome,
    stakes: perOutcome('What the wallet had staked.', amount('On this outcome.')),
    payout: amount('What it was paid; 0 if it lost.'),
    currency: currency(),
    state: choice(['won', 'lost', 'refunded'], 'How it ended for the wallet.'),
    transactionId,
  }),
  'settlement.progress': kind('Some positions of a market are paid.', null, settlementData),
  'settlement.finished': kind('All positions of a market are paid.', null, settlementData),
  'account.deposited': kind('Somebody deposited for a wallet.', 'its wallet', {
    ...{ wallet, amount: amount('What came in.'), currency: currency(), balance, transactionId },
  }),
  'account.withdrawn': kind('Money went from the account to the wallet.', 'its wallet', {
    ...{ wallet, amount: amount('What went out.'), currency: currency(), balance, transactionId },
    autoWithdraw: flag('Winnings that were sent because the wallet chose `autoWithdraw`.'),
  }),
  'delegate.changed': kind('A wallet chose who may bet for it, or `autoWithdraw`.', 'its wallet', {
    wallet,
    delegate: orNull(
      group('Who may bet for the wallet; null: nobody.', {
        address: text('The key.'),
        expiresAt: instant('Until when.'),
        allowance: group('What it may still stake, per currency.', {
          SOL: amount('The allowance in SOL.'),
          UTILITY: amount('The allowance in UTILITY.'),
        }),
      }),
    ),
    autoWithdraw: flag('Whether winnings are sent to the wallet.'),
    transactionId,
  }),
  'transaction.finalized': kind(
    'Transactions can no longer be undone: all that events up to `upTo` tell of.',
    'its wallet',
    {
      upTo: text('The id of an event.'),
      wallet: Type.Optional(text('The wallet; on streams with the filter `wallet`.')),
      transactionIds: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Those of the wallet since the last such event, at most 200.',
        }),
      ),
    },
  ),
  'config.announced': kind('A change of keys or terms was announced.', null, configData),
  'config.applied': kind('An announced change is in force.', null, configData),
  'config.cancelled': kind('An announced change was cancelled.', null, configData),
  'keys.disabled': kind('The operator or the oracle was disabled.', null, {
    operator: flag('Whether it is the operator.'),
    oracle: flag('Whether it is the oracle.'),
    by: text('Who disabled it.'),
  }),
  'feed.reset': kind(
    'First on a stream that was to resume after an event that the feed does not have. What the ' +
      'reader knows may be outdated: read it again from the API.',
    null,
    {
      lastEventId: text('The id that was asked for.'),
      resumesAfter: text('The stream goes on with the first event after this id.'),
    },
  ),
} as const satisfies Readonly<Record<string, EventKind>>;

export type FeedType = keyof typeof EVENTS;

/** What is stored. Numbers are text, and the wallet has its own column. */
export type FeedData<T extends FeedType> = Omit<Static<(typeof EVENTS)[T]['data']>, 'wallet'>;

export const findEventKind = (type: string): EventKind | undefined =>
  Object.hasOwn(EVENTS, type) ? EVENTS[type as FeedType] : undefined;

export const hasWallet = (type: string): boolean =>
  'wallet' in (findEventKind(type)?.data.properties ?? {});
