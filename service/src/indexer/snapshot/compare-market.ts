// Compares the rows of a market with everything that its account has.
import { sha256Hex } from '@tote/chain/lib/sha256';
import type { Market } from '@tote/program-client';
import type { AuditedMarket } from '../../store/projection/audited-markets.ts';
import { findDifference } from '../audit/market-difference.ts';

/** Why they differ; undefined if they do not. */
export function compareMarket(
  audited: AuditedMarket,
  account: Market | undefined,
): string | undefined {
  if (!account) return 'it has no account';
  const { row } = audited;
  if (row.sequence !== account.sequence) {
    return `it has ${row.sequence} events, and ${account.sequence} on chain`;
  }
  return findDifference(audited, account) ?? findOtherTerm(audited, account);
}

/** Terms and texts, which never change, and the outcome. */
function findOtherTerm({ row }: AuditedMarket, account: Market): string | undefined {
  const unsigned = (value: bigint) => BigInt.asUintN(64, value);
  const pairs: readonly (readonly [what: string, ours: unknown, onChain: unknown])[] = [
    ['creator', row.creator, account.creator],
    ['currency', row.currency, BigInt(account.currency)],
    ['nonce', unsigned(row.nonce), account.nonce],
    ['minimum stake', unsigned(row.minimum_stake), account.minimumStake],
    ['burn share', row.burn_bps, BigInt(account.burnBps)],
    ['developer share', row.developer_bps, BigInt(account.developerBps)],
    ['veto time', row.veto_seconds, BigInt(account.vetoSeconds)],
    ['creation', row.created_at, account.createdAt],
    ['cutoff', row.closes_at, account.closesAt],
    ['expiry', row.expires_at, account.expiresAt],
    ['refund date', row.refund_at, account.refundAt],
    ['source', row.source, BigInt(account.source)],
    ['subject', row.subject, account.subject],
    ['owner of the fact', row.fact_owner, account.factOwner],
    ['outcome', row.outcome, BigInt(account.outcome)],
    ['reason of the refund', row.refund_reason, BigInt(account.refundReason)],
    ...compareText('question', row.question, account.questionHash),
    ...compareText('condition', row.condition, account.conditionHash),
  ];
  const wrong = pairs.find(([, ours, onChain]) => ours !== onChain);
  return wrong && `the ${wrong[0]}: ${wrong[1]}, and ${wrong[2]} on chain`;
}

/** Of a text that is no UTF-8, or has a zero, a row has another form than the chain. */
function compareText(what: string, text: string, hash: ArrayLike<number>) {
  if (text.includes('\ufffd')) return [];
  return [[what, sha256Hex(text), Buffer.from(Uint8Array.from(hash)).toString('hex')] as const];
}
