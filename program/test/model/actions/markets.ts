import { getTransferSolInstruction } from '@solana-program/system';
import {
  amount,
  CURRENCIES,
  DECIMALS,
  type Market as DomainMarket,
  defaultClosesAt,
  type MarketTerms,
  openMarket,
  unixSeconds,
} from '@tote/domain';
import type { Currency, EventOf } from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from '../../support/address-bytes.ts';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { addLamports, larger } from '../coins.ts';
import { accountFields, toClient } from '../deciders.ts';
import {
  CONDITION,
  CONDITION_HASH,
  marketFlags,
  marketSize,
  QUESTION,
  QUESTION_HASH,
} from '../layout.ts';
import type { Decider, Market, Model } from '../model.ts';
import { ask, askAll, require, type Transaction } from '../plan.ts';

export interface CreateMarketArgs {
  creator: Key;
  authority: Key;
  payer: Key;
  currency: Currency;
  decider: Decider;
  isTriggered: boolean;
  isLatched: boolean;
  nonce: bigint;
  closesAt: bigint;
  expiresAt: bigint;
  refundAt: bigint;
  /** Lamports that a stranger sends to the address first. */
  donation: bigint;
}

const NO_HASH = new Uint8Array(32);

export function createMarket(model: Model, args: CreateMarketArgs): Transaction {
  const { creator, authority, donation } = args;
  const { address, bump } = marketAddress(args);
  return {
    kind: `create_market (${describe(args)})`,
    build(world) {
      const { donation: _donation, decider, ...input } = args;
      const texts = { question: QUESTION, condition: CONDITION };
      const create = world.build.createMarket({ ...input, ...texts, decider: toClient(decider) });
      if (donation === 0n) return create;
      const source = keys.stranger.signer;
      return [
        getTransferSolInstruction({ source, destination: address, amount: donation }),
        create,
      ];
    },
    apply() {
      const isOperator = authority.address === model.terms.operator;
      const taken = model.markets.find((other) => other.address === address);
      askAll(
        () => require(authority === creator || isOperator, 'NotCreator'),
        () => openInDomain(model, args),
        () => checkDecider(args),
        () => require(!taken || taken.isGone, 'MarketExists'),
      );
      const market = startMarket(model, args, openInDomain(model, args), { address, bump });
      addLamports(model, keys.stranger.address, -donation);
      if (market.lamports > donation) {
        addLamports(model, args.payer.address, donation - market.lamports);
      }
      model.markets.push(market);
      if (market.isCustom) model.statistics.reach('custom markets');
      if (market.isGated) model.statistics.reach('gated markets');
      if (donation > 0n) model.statistics.reach('markets created on a funded address');
      return describeCreation(market);
    },
  };
}

function describe({ decider, isTriggered, isLatched }: CreateMarketArgs): string {
  return `${decider.kind}${isTriggered ? ' triggered' : ''}${isLatched ? ' latched' : ''}`;
}

function marketAddress({ creator, nonce, expiresAt }: CreateMarketArgs) {
  const seeds = ['market', toBytes(creator.address), u64Bytes(nonce), u64Bytes(expiresAt)];
  return deriveAddress(addresses.program, seeds);
}

function openInDomain(model: Model, args: CreateMarketArgs): DomainMarket {
  const now = unixSeconds(model.now);
  const expiresAt = unixSeconds(args.expiresAt);
  const closesAt = unixSeconds(args.closesAt);
  const refundAt = unixSeconds(args.refundAt);
  const isRefundEarly = args.refundAt <= args.expiresAt;
  const market = ask(
    {
      expire_at_not_future: 'TimesOutOfOrder',
      betting_closes_at_out_of_range: 'TimesOutOfOrder',
      duration_too_long: 'TimesOutOfRange',
      refund_at_out_of_range: isRefundEarly ? 'TimesOutOfOrder' : 'TimesOutOfRange',
    },
    () => openMarket({ closesAt, expiresAt, refundAt }, domainTerms(model, args), now),
  );
  const isTimed = args.decider.kind === 'timed';
  require(!isTimed || closesAt <= defaultClosesAt(now, expiresAt), 'ClosesTooLate');
  return market;
}

function domainTerms({ terms }: Model, args: CreateMarketArgs): MarketTerms {
  const { burnBps, developerBps, minimumStakeSol, minimumStakeUtility } = terms;
  const currency = CURRENCIES[args.currency];
  return {
    currency,
    decimals: DECIMALS[currency],
    feeRates: { burnBps, developerBps },
    minimumStake: amount(args.currency === 0 ? minimumStakeSol : minimumStakeUtility),
    // A fact is what it is: nobody can veto it.
    vetoSeconds: args.decider.kind === 'oracle' ? terms.vetoSeconds : 0,
    isTriggered: args.isTriggered,
  };
}

function checkDecider({ decider, isTriggered, isLatched }: CreateMarketArgs): void {
  require(!isLatched || decider.kind === 'state', 'InvalidFact');
  require(!isTriggered || decider.kind !== 'timed', 'InvalidFact');
}

function isKnown({ terms, isFactProgramKnown }: Model, decider: Decider): boolean {
  if (decider.kind !== 'oracle') return isFactProgramKnown;
  return !decider.isNamed || decider.oracle.address === terms.oracle;
}

function startMarket(
  model: Model,
  args: CreateMarketArgs,
  domain: DomainMarket,
  account: { address: Market['address']; bump: number },
): Market {
  const { creator, payer, currency, decider, nonce, isTriggered, isLatched, donation } = args;
  const fields = accountFields(decider);
  const rent = model.rent(marketSize(fields.clauses.length));
  return {
    ...account,
    ...fields,
    creator,
    currency,
    decider,
    nonce,
    isTriggered,
    isLatched,
    rentPayer: payer,
    isGated: decider.kind === 'oracle' && isTriggered,
    isCustom: !isKnown(model, decider),
    vetoSeconds: model.terms.vetoSeconds,
    createdAt: model.now,
    domain,
    settlement: null,
    sequence: 1n,
    outcome: null,
    resolvedAt: 0n,
    evidenceHash: NO_HASH,
    openPositions: 0,
    held: 0n,
    burnDue: 0n,
    developerDue: 0n,
    distributable: 0n,
    areFeesMoved: false,
    lamports: larger(donation, rent),
    isGone: false,
    settled: [],
  };
}

function describeCreation(market: Market): EventOf<'MarketCreated'> {
  const { times, terms } = market.domain;
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
