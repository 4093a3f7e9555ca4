import { sha256Hex } from '@tote/chain/lib/sha256';
import type { LeftOut, Sample } from '@tote/conditions/oracles/account-snapshot';
import { nameOfPools } from '@tote/conditions/oracles/count-holders';
import { renderLeftOut } from '@tote/conditions/render-sample';
import { printable, totalVolume } from '@tote/domain';
import type { Clause } from '@tote/program-client';
import { payoutRatioOf } from '../../queries/get-market.ts';
import type { PayoutRecord, Receipt } from '../../queries/get-receipt.ts';
import type { PayoutResponse, ReceiptResponse } from '../schemas/receipt.ts';
import { type Decimals, presentPools } from './bet.ts';

export function presentReceipt(
  receipt: Receipt,
  { decimals: all, details }: { readonly decimals: Decimals; readonly details: string },
): ReceiptResponse {
  const { market, end, evidence, settlement } = receipt;
  const decimals = all[market.currency];
  const ratio = payoutRatioOf(market);
  const { positions, credited, paid } = settlement;
  return {
    ...market,
    marketId: market.id,
    expireAt: market.expiresAt,
    resolvedAt: end.vetoEndsAt,
    winningOutcome: end.outcome,
    refunded: end.kind === 'refunded',
    refundReason: end.refundReason,
    vetoedOutcome: receipt.vetoedOutcome,
    rule: presentRule(receipt, details),
    evidenceHashOnChain: end.evidenceHash,
    evidence: evidence && presentEvidence(evidence),
    observations: (evidence?.observations ?? []).map(presentObservation),
    fetches: (evidence?.fetches ?? []).map(presentFetch),
    failedRounds: receipt.failedRounds.map(({ at, reason, fetches }) => {
      return { at, reason, fetches: fetches.map(presentFetch) };
    }),
    pools: presentPools(market.pools, decimals),
    totalVolume: { value: totalVolume(market.pools), decimals },
    payoutRatio: { Yes: ratio.yes, No: ratio.no },
    fees: presentFees(receipt, decimals),
    buyback: presentBuyback(receipt, all),
    settlement: { ...settlement, pending: positions - credited, paid: { value: paid, decimals } },
    payouts: receipt.payouts.map((payout) => presentPayout(payout, decimals)),
    transactions: receipt.transactions.map((one) => ({ ...one, transactionId: one.signature })),
  };
}

export function presentPayout(record: PayoutRecord, decimals: number): PayoutResponse {
  const { stakes, payout, credited } = record;
  return {
    ...record,
    stakes: presentPools(stakes, decimals),
    payout: { value: payout, decimals },
    state: payout === 0n ? 'lost' : credited ? 'credited' : 'pending',
    transactionId: credited?.signature ?? null,
    creditedAt: credited?.at ?? null,
  };
}

function presentRule({ market, rule }: Receipt, details: string): ReceiptResponse['rule'] {
  const { fact, onChain } = rule;
  return {
    ...rule,
    details,
    condition: market.condition,
    conditionHashOnChain: onChain?.conditionHash ?? null,
    question: market.question,
    questionHashOnChain: onChain?.questionHash ?? null,
    fact: fact && { ...fact, clauses: fact.clauses.map(presentClause) },
  };
}

type ClauseResponse = NonNullable<ReceiptResponse['rule']['fact']>['clauses'][number];

function presentClause(clause: Clause): ClauseResponse {
  const { offset, type, comparator } = clause;
  const shared = { offset, type, comparator };
  if ('secondsAfterExpiry' in clause) {
    return { ...shared, secondsAfterExpiry: String(clause.secondsAfterExpiry) };
  }
  const { value } = clause;
  const text = typeof value === 'bigint' ? String(value) : Buffer.from(value).toString('hex');
  return { ...shared, value: text };
}

function presentEvidence(evidence: NonNullable<Receipt['evidence']>) {
  const { attestation } = evidence;
  return { ...evidence, attestation: attestation && { ...attestation, at: attestation.createdAt } };
}

function presentObservation(sample: Sample): ReceiptResponse['observations'][number] {
  const { accounts, holders, launches, ...when } = sample;
  return {
    ...when,
    accounts: accounts.map(({ address, owner, data: bytes }) => {
      const data = Buffer.from(bytes);
      const hash = sha256Hex(data);
      return { address, owner, data: data.toString('base64'), hash };
    }),
    ...(holders && {
      holders: {
        ...holders,
        count: String(holders.count),
        minimumBaseUnits: String(holders.minimumBaseUnits),
        largest: holders.largest?.toString(),
        complete: holders.isComplete,
        leftOut: holders.leftOut && presentLeftOut(holders.leftOut),
      },
    }),
    ...(launches && { launches }),
  };
}

function presentLeftOut(leftOut: LeftOut) {
  const { largest, ...sum } = renderLeftOut(leftOut);
  return { ...sum, largest: largest.map((each) => ({ ...each, name: nameOfPools(each.program) })) };
}

function presentFetch({
  fetch,
  value,
  failure,
}: NonNullable<Receipt['evidence']>['fetches'][number]): ReceiptResponse['fetches'][number] {
  const { answer } = fetch;
  return {
    ...fetch,
    status: answer?.status ?? null,
    certificate: answer?.certificate ?? null,
    bodyHash: answer ? sha256Hex(answer.body) : null,
    value: value === null ? null : printable(value),
    failure: failure === null ? null : printable(failure),
  };
}

function presentFees({ market, end }: Receipt, decimals: number): ReceiptResponse['fees'] {
  const { burnBps, developerBps } = market.feeRates;
  return {
    burn: { value: end.burn, decimals },
    burnRate: burnBps,
    developer: { value: end.developer, decimals },
    developerRate: developerBps,
    distributed: { value: end.distributable, decimals },
    dust: end.areFeesMoved ? { value: end.dust, decimals } : null,
  };
}

function presentBuyback({ buyback }: Receipt, { SOL, UTILITY }: Decimals) {
  return (
    buyback && {
      converted: { value: buyback.converted, decimals: SOL },
      utilityBurned: { value: buyback.utilityBurned, decimals: UTILITY },
      complete: buyback.isComplete,
    }
  );
}
