import { isDeepStrictEqual } from 'node:util';
import type { Address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { largest } from '@tote/chain/lib/bigints';
import { amount, checkMarketTimes, EMPTY_POOLS, type MarketTimes, unixSeconds } from '@tote/domain';
import { type Currency, type EventOf, type ExpectedTerms, NO_ADDRESS } from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from '../../support/address-bytes.ts';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { FOREIGN } from '../../support/terms.ts';
import { addLamports } from '../coins.ts';
import { accountFields, isLatched, toClient } from '../deciders.ts';
import {
  CONDITION,
  CONDITION_HASH,
  marketFlags,
  marketSize,
  QUESTION,
  QUESTION_HASH,
} from '../layout.ts';
import type { Decider, Market, MarketTerms, Model, Settings } from '../model.ts';
import { ask, askAll, require, requireAll, type Transaction } from '../plan.ts';
import { isOperator } from './config.ts';

export interface CreateMarketArgs {
  creator: Key;
  authority: Key;
  payer: Key;
  currency: Currency;
  decider: Decider;
  /** Signs in the operator's account; null leaves it out. */
  operator: Key | null;
  /** What the creator asks for. */
  asked: AskedFlags;
  /** What the creator expects the Config to say. */
  expected: ExpectedTerms;
  nonce: bigint;
  closesAt: bigint;
  expiresAt: bigint;
  refundAt: bigint;
  /** Lamports that a stranger sends to the address first. */
  donation: bigint;
}

export interface AskedFlags {
  isTriggered: boolean;
  isLatched: boolean;
  isGated: boolean;
  isCustom: boolean;
  isInverted: boolean;
}

export const NOTHING_ASKED: AskedFlags = {
  isTriggered: false,
  isLatched: false,
  isGated: false,
  isCustom: false,
  isInverted: false,
};

/** A fact's observation may come this much later than the expiry. */
const WINDOW_SECONDS = 120n;
const NO_HASH = new Uint8Array(32);

export function createMarket(model: Model, args: CreateMarketArgs): Transaction {
  const { creator, authority, operator, donation } = args;
  const { address, bump } = marketAddress(args);
  return {
    kind: `create_market (${describe(args)})`,
    build(world) {
      const { donation: _donation, decider, asked, expected, ...input } = args;
      const texts = { question: QUESTION, condition: CONDITION };
      const wanted = { ...asked, terms: expected, decider: toClient(decider) };
      const create = world.build.createMarket({ ...input, ...texts, ...wanted });
      if (donation === 0n) return create;
      const source = keys.stranger.signer;
      return [
        getTransferSolInstruction({ source, destination: address, amount: donation }),
        create,
      ];
    },
    apply() {
      const mayCreate = authority === creator || isOperator(model, authority);
      const isSigned = operator === null || isOperator(model, operator);
      const taken = model.markets.find((other) => other.address === address);
      askAll(
        () => require(mayCreate, 'NotCreator'),
        () => require(isSigned, 'NotOperator'),
        () => readTimes(model, args),
        () => checkTimes(model, args),
        () => checkTerms(model, args),
        () => checkFlags(args),
        () => require(!taken || taken.isGone, 'MarketExists'),
      );
      const market = startMarket(model, args, readTimes(model, args), { address, bump });
      addLamports(model, keys.stranger.address, -donation);
      if (market.lamports > donation) {
        addLamports(model, args.payer.address, donation - market.lamports);
      }
      model.markets.push(market);
      countMarket(model, market, args);
      return describeCreation(market);
    },
  };
}

function describe({ decider, asked }: CreateMarketArgs): string {
  const kind = isLatched(decider) ? 'curve' : decider.kind;
  return `${kind}${asked.isTriggered ? ' triggered' : ''}${asked.isInverted ? ' inverted' : ''}`;
}

function countMarket({ statistics }: Model, market: Market, args: CreateMarketArgs): void {
  if (market.isCustom) statistics.reach('custom markets');
  if (!args.operator) statistics.reach('markets without the operator');
  if (market.isGated) statistics.reach('gated markets');
  if (market.isLatched) statistics.reach('latched markets');
  if (market.isInverted) statistics.reach('inverted markets');
  if (args.donation > 0n) statistics.reach('markets created on a funded address');
}

function marketAddress({ creator, nonce, expiresAt }: CreateMarketArgs) {
  const seeds = ['market', toBytes(creator.address), u64Bytes(nonce), u64Bytes(expiresAt)];
  return deriveAddress(addresses.program, seeds);
}

function readTimes({ now }: Model, args: CreateMarketArgs): MarketTimes {
  const expiresAt = unixSeconds(args.expiresAt);
  const closesAt = unixSeconds(args.closesAt);
  const refundAt = unixSeconds(args.refundAt);
  const isRefundEarly = args.refundAt <= args.expiresAt;
  return ask(
    {
      expire_at_not_future: 'TimesOutOfOrder',
      betting_closes_at_out_of_range: 'TimesOutOfOrder',
      duration_too_long: 'TimesOutOfRange',
      refund_at_out_of_range: isRefundEarly ? 'TimesOutOfOrder' : 'TimesOutOfRange',
    },
    () => checkMarketTimes({ closesAt, expiresAt, refundAt }, unixSeconds(now)),
  );
}

/** What a fact or the operator's signature needs of the times, besides what all markets do. */
function checkTimes({ now, config }: Model, args: CreateMarketArgs): void {
  const { decider, closesAt, expiresAt, refundAt, authority, creator } = args;
  const lead = decider.kind === 'timed' ? BigInt(config.terms.leadSeconds) : 0n;
  const window = decider.kind === 'oracle' ? 0n : WINDOW_SECONDS;
  requireAll({
    ShorterThanLead: expiresAt - now >= 2n * lead,
    ClosesTooLate: closesAt <= expiresAt - lead,
    RefundTooSoon: refundAt > expiresAt + window,
    EndsTooLate: authority === creator || expiresAt <= now + BigInt(config.terms.horizonSeconds),
  });
}

function marketTerms({ config }: Model, args: CreateMarketArgs): MarketTerms {
  const { terms } = config;
  const { burnBps, developerBps, minimumStakeSol, minimumStakeUtility } = terms;
  return {
    feeRates: { burnBps, developerBps },
    minimumStake: amount(args.currency === 0 ? minimumStakeSol : minimumStakeUtility),
    vetoSeconds: args.decider.kind === 'oracle' ? terms.vetoSeconds : 0,
  };
}

/** What the Config gives to a market in this currency. */
export function termsNow({ terms }: Settings, currency: Currency): ExpectedTerms {
  const { burnBps, developerBps, vetoSeconds, oracle } = terms;
  const minimumStake = currency === 0 ? terms.minimumStakeSol : terms.minimumStakeUtility;
  return { burnBps, developerBps, vetoSeconds, minimumStake, oracle };
}

function checkTerms({ config }: Model, { currency, decider, expected }: CreateMarketArgs): void {
  const isConfigured = decider.kind === 'oracle' && !decider.isNamed;
  const { oracle, ...now } = termsNow(config, currency);
  const { oracle: expectedOracle, ...then } = expected;
  requireAll({
    OracleDisabled: !isConfigured || oracle !== NO_ADDRESS,
    TermsChanged: (!isConfigured || expectedOracle === oracle) && isDeepStrictEqual(now, then),
  });
}

/** Gates are for oracles, latches for states, and nothing for a moment. */
function checkFlags({ decider, asked }: CreateMarketArgs): void {
  const isOracle = decider.kind === 'oracle';
  const isState = decider.kind === 'state';
  const isTimed = decider.kind === 'timed';
  const staysTrue = isLatched(decider);
  const isWatched = asked.isTriggered || staysTrue;
  const areAllowed =
    (!asked.isTriggered || isOracle || isState) &&
    (!asked.isGated || isOracle) &&
    (!asked.isLatched || isState) &&
    (!asked.isInverted || (!isTimed && isWatched));
  requireAll({ InvalidFlags: areAllowed, NotLatched: !isState || !asked.isLatched || staysTrue });
}

function isKnown({ config }: Model, decider: Decider, factOwner: Address): boolean {
  if (decider.kind === 'oracle') return decider.oracle.address === config.terms.oracle;
  return config.knownPrograms.includes(factOwner);
}

function startMarket(
  model: Model,
  args: CreateMarketArgs,
  times: MarketTimes,
  account: { address: Market['address']; bump: number },
): Market {
  const { creator, payer, currency, decider, nonce, asked, donation } = args;
  const fields = accountFields(decider);
  const isTrusted = isKnown(model, decider, fields.factOwner);
  const rent = model.rent(marketSize(fields.clauses.length));
  return {
    ...account,
    ...fields,
    creator,
    currency,
    decider,
    nonce,
    isTriggered: asked.isTriggered,
    isInverted: asked.isInverted,
    isLatched: isLatched(decider),
    rentPayer: payer,
    isGated: decider.kind === 'oracle' && (asked.isTriggered || asked.isGated),
    isCustom: asked.isCustom || args.operator === null || !isTrusted,
    oracleGeneration:
      isTrusted && decider.kind === 'oracle' ? model.config.oracleGeneration : FOREIGN,
    vetoSeconds: model.config.terms.vetoSeconds,
    createdAt: model.now,
    times,
    terms: marketTerms(model, args),
    pools: EMPTY_POOLS,
    settlement: null,
    sequence: 1n,
    lastBetSlot: 0n,
    outcome: null,
    resolvedAt: 0n,
    evidenceHash: NO_HASH,
    openPositions: 0,
    held: 0n,
    burnDue: 0n,
    developerDue: 0n,
    distributable: 0n,
    areFeesMoved: false,
    lamports: largest(donation, rent),
    isGone: false,
    settled: [],
  };
}

function describeCreation(market: Market): EventOf<'MarketCreated'> {
  const { times, terms } = market;
  return {
    name: 'MarketCreated',
    currency: market.currency,
    flags: marketFlags(market),
    source: market.source,
    market: market.address,
    sequence: market.sequence,
    creator: market.creator.address,
    subject: market.subject,
    factOwner: market.factOwner,
    nonce: market.nonce,
    createdAt: market.createdAt,
    closesAt: BigInt(times.closesAt),
    expiresAt: BigInt(times.expiresAt),
    refundAt: BigInt(times.refundAt),
    minimumStake: terms.minimumStake,
    burnBps: terms.feeRates.burnBps,
    developerBps: terms.feeRates.developerBps,
    vetoSeconds: market.vetoSeconds,
    questionHash: QUESTION_HASH,
    conditionHash: CONDITION_HASH,
  };
}
