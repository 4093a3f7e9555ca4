import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { ParsedCondition } from '@tote/conditions/condition';
import { readCondition } from '@tote/conditions/read-condition';
import {
  amount,
  currencyFromCode,
  type Outcome,
  outcomeFromCode,
  poolsOf,
  REFUND_REASONS,
  type RefundReason,
  type Settlement,
  unixSeconds,
} from '@tote/domain';
import { type MarketSource, readMarketFlags, takesFactAccount } from '@tote/program-client';
import type { HiddenMarket } from '../journal/hidden-markets.ts';
import type { ProjectionTables } from '../projection-tables.ts';

/** Without what follows from the rest. */
export type MarketRow = Omit<ProjectionTables['markets'], 'bits'>;

export const OPEN = 1n;
export const RESOLVED = 2n;
export const REFUNDED = 3n;

export interface MarketView extends Readonly<ReturnType<typeof toParts>> {
  readonly parsedCondition: ParsedCondition;
  /** Set by `DisabledOracles`: it takes no bets and is refunded, unless its end is final. */
  readonly isOracleDisabled?: boolean;
  /** Set by `HiddenMarkets`: it is in no list, and takes no bets through this service. */
  readonly hidden?: HiddenMarket;
}

export const toMarketView = (row: MarketRow): MarketView =>
  Object.defineProperty(toParts(row), 'parsedCondition', PARSED_CONDITION) as MarketView;

function toParts(row: MarketRow) {
  const flags = readMarketFlags(Number(row.flags));
  const source: MarketSource = Number(row.source);
  return {
    id: row.id as MarketId,
    address: row.address as Address,
    creator: row.creator as Address,
    question: row.question,
    tokenAddress: row.token_address,
    condition: row.condition,
    currency: currencyFromCode(row.currency),
    source,
    subject: row.subject as Address,
    factOwner: row.fact_owner as Address,
    isTriggered: flags.triggered,
    isLatched: flags.latched,
    isInverted: flags.inverted,
    isGated: flags.gated,
    /** Bets must pass the account of its fact. Once it is met, the program refuses them. */
    takesFactAccount: takesFactAccount(source, Number(row.flags)),
    isCustom: flags.custom,
    /** Why what decides it on chain is not what its condition says; null when they match. */
    mismatch: row.mismatch,
    // The Config may have any u64; the SQL column is signed.
    minimumStake: amount(BigInt.asUintN(64, row.minimum_stake)),
    feeRates: { burnBps: Number(row.burn_bps), developerBps: Number(row.developer_bps) },
    vetoSeconds: Number(row.veto_seconds),
    createdAt: unixSeconds(row.created_at),
    closesAt: unixSeconds(row.closes_at),
    expiresAt: unixSeconds(row.expires_at),
    refundAt: unixSeconds(row.refund_at),
    sequence: row.sequence,
    pools: poolsOf(row.pool_yes, row.pool_no),
    bets: Number(row.bets),
    end: toMarketEnd(row),
    createdSignature: row.created_signature,
    nonce: row.nonce,
  };
}

/**
 * Most reads of a row do not ask for it. One getter for all views, because a closure in each would
 * make them slow; a property of their own, so that copies have it too.
 */
const PARSED_CONDITION = {
  enumerable: true,
  get(this: Pick<MarketView, 'condition'>): ParsedCondition {
    return readCondition(this.condition);
  },
};

export type MarketEnd = Readonly<NonNullable<ReturnType<typeof toMarketEnd>>>;

function toMarketEnd(row: MarketRow) {
  if (row.state === OPEN || row.resolved_at === null) return null;
  const refundReason = refundReasonFromCode(row.refund_reason);
  return {
    kind: refundReason === null ? ('resolved' as const) : ('refunded' as const),
    outcome: countedOutcome(row),
    refundReason,
    resolvedAt: unixSeconds(row.resolved_at),
    /** The outcome is final from then on. Equal to resolvedAt without a veto time. */
    vetoEndsAt: unixSeconds(row.veto_ends_at ?? row.resolved_at),
    burn: amount(row.burn),
    developer: amount(row.developer),
    distributable: amount(row.distributable),
    evidenceHash: row.evidence_hash,
    openPositions: row.open_positions === null ? null : Number(row.open_positions),
    areFeesMoved: row.fees_moved !== 0n,
    dust: amount(row.dust),
    burnTotal: row.burn_total,
    signature: row.resolved_signature,
  };
}

export function refundReasonFromCode(code: bigint): RefundReason | null {
  if (code === 0n) return null;
  const reason = REFUND_REASONS[Number(code) - 1];
  if (reason) return reason;
  throw new RangeError(`no refund reason has the code ${code}`);
}

/** The row keeps an outcome that was vetoed, but it does not count. */
export const countedOutcome = ({ state, outcome }: MarketRow): Outcome | null =>
  state === REFUNDED ? null : outcomeFromCode(Number(outcome));

export const settlementOf = (row: MarketRow): Settlement | undefined =>
  settlementOfView({ end: toMarketEnd(row), pools: poolsOf(row.pool_yes, row.pool_no) });

/** How the pools are paid out, as on chain; undefined while the market is open. */
export function settlementOfView({
  end,
  pools,
}: Pick<MarketView, 'end' | 'pools'>): Settlement | undefined {
  if (!end) return undefined;
  const { outcome, refundReason, burn, developer, distributable } = end;
  if (refundReason !== null) return { kind: 'refunded', reason: refundReason, outcome };
  if (outcome === null) return undefined;
  const [winningPool, losingPool] =
    outcome === 'Yes' ? [pools.yes, pools.no] : [pools.no, pools.yes];
  return { kind: 'paid', outcome, winningPool, losingPool, burn, developer, distributable };
}
