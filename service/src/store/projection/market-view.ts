import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { ParsedCondition } from '@tote/conditions/condition';
import { readCondition } from '@tote/conditions/read-condition';
import {
  type Amount,
  amount,
  type Currency,
  currencyFromCode,
  type FeeRates,
  type Outcome,
  outcomeFromCode,
  type Pools,
  REFUND_REASONS,
  type RefundReason,
  type Settlement,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { type MarketSource, readMarketFlags, takesFactAccount } from '@tote/program-client';
import type { ProjectionTables } from '../projection-tables.ts';

export interface MarketView {
  readonly id: MarketId;
  readonly address: Address;
  readonly creator: Address;
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly condition: string;
  /** Parsed on first use, and cached by its text. */
  readonly parsedCondition: ParsedCondition;
  readonly currency: Currency;
  readonly source: MarketSource;
  /** The oracle, or the account of a state fact. */
  readonly subject: Address;
  readonly factOwner: Address;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  readonly isInverted: boolean;
  readonly isGated: boolean;
  /** Bets must pass the account of its fact. Once the fact is met, the program refuses them. */
  readonly takesFactAccount: boolean;
  readonly isCustom: boolean;
  /** Why what decides it on chain is not what its condition says; null when they match. */
  readonly mismatch: string | null;
  readonly minimumStake: Amount;
  readonly feeRates: FeeRates;
  readonly vetoSeconds: number;
  readonly createdAt: UnixSeconds;
  readonly closesAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly refundAt: UnixSeconds;
  readonly sequence: bigint;
  readonly pools: Pools;
  readonly bets: number;
  readonly end: MarketEnd | null;
  /** Set by `DisabledOracles`: it takes no bets and is refunded, unless its end is final. */
  readonly isOracleDisabled?: boolean;
  readonly createdSignature: string;
}

export interface MarketEnd {
  readonly kind: 'resolved' | 'refunded';
  readonly outcome: Outcome | null;
  readonly refundReason: RefundReason | null;
  readonly resolvedAt: UnixSeconds;
  /** The outcome is final from then on. Equal to resolvedAt without a veto time. */
  readonly vetoEndsAt: UnixSeconds;
  readonly burn: Amount;
  readonly developer: Amount;
  readonly distributable: Amount;
  readonly evidenceHash: string | null;
  readonly openPositions: number | null;
  readonly areFeesMoved: boolean;
  readonly dust: Amount;
  readonly burnTotal: bigint | null;
  readonly signature: string | null;
}

/** Without what follows from the rest. */
export type MarketRow = Omit<ProjectionTables['markets'], 'bits'>;

export const OPEN = 1n;
export const RESOLVED = 2n;
export const REFUNDED = 3n;

export function toMarketView(row: MarketRow): MarketView {
  const flags = readMarketFlags(Number(row.flags));
  const source: MarketSource = Number(row.source);
  const view: Omit<MarketView, 'parsedCondition'> = {
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
    takesFactAccount: takesFactAccount(source, Number(row.flags)),
    isCustom: flags.custom,
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
    pools: { yes: amount(row.pool_yes), no: amount(row.pool_no) },
    bets: Number(row.bets),
    end: toMarketEnd(row),
    createdSignature: row.created_signature,
  };
  return Object.defineProperty(view, 'parsedCondition', PARSED_CONDITION) as MarketView;
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

function toMarketEnd(row: MarketRow): MarketEnd | null {
  if (row.state === OPEN || row.resolved_at === null) return null;
  const refundReason = refundReasonFromCode(row.refund_reason);
  return {
    kind: refundReason === null ? 'resolved' : 'refunded',
    outcome: countedOutcome(row),
    refundReason,
    resolvedAt: unixSeconds(row.resolved_at),
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
export function countedOutcome({ state, outcome }: MarketRow): Outcome | null {
  return state === REFUNDED ? null : outcomeFromCode(Number(outcome));
}

/** How the pools are paid out, as on chain; undefined while the market is open. */
export function settlementOf(row: MarketRow): Settlement | undefined {
  if (row.state === OPEN) return undefined;
  const reason = refundReasonFromCode(row.refund_reason);
  const outcome = countedOutcome(row);
  if (reason !== null) return { kind: 'refunded', reason, outcome };
  if (outcome === null) return undefined;
  const isYes = outcome === 'Yes';
  return {
    kind: 'paid',
    outcome,
    winningPool: amount(isYes ? row.pool_yes : row.pool_no),
    losingPool: amount(isYes ? row.pool_no : row.pool_yes),
    burn: amount(row.burn),
    developer: amount(row.developer),
    distributable: amount(row.distributable),
  };
}

export function settlementOfView({ end, pools }: MarketView): Settlement | undefined {
  if (!end) return undefined;
  const { outcome, refundReason, burn, developer, distributable } = end;
  if (refundReason !== null) return { kind: 'refunded', reason: refundReason, outcome };
  if (outcome === null) return undefined;
  const [winningPool, losingPool] =
    outcome === 'Yes' ? [pools.yes, pools.no] : [pools.no, pools.yes];
  return { kind: 'paid', outcome, winningPool, losingPool, burn, developer, distributable };
}
