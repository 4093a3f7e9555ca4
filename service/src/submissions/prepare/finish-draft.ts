// Compiles a draft into one unsigned transaction and stores the hash of its message. We only
// co-sign messages that are stored.
import { randomInt } from 'node:crypto';
import { joinTransaction, SIGNATURE_BYTES } from '@tote/chain/split-transaction';
import { TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import { DomainError, unixSecondsAt } from '@tote/domain';
import { insertPrepared, type PreparedKind } from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import { hashMessage } from '../wallet/cosign.ts';
import { type Intent, renderIntent } from '../wallet/intent.ts';
import type { Draft } from './draft.ts';
import { compileDraft, MORE_UNITS_MAX, payPriorityFee } from './pay-priority-fee.ts';
import type { PreparedTransaction } from './prepared.ts';

const TRIES_MAX = 100;
const RETRY_SECONDS = 1;

interface Purpose {
  readonly kind: PreparedKind;
  readonly marketId: string | null;
  readonly intent: Intent;
}

export async function finishDraft(
  context: CommandContext,
  draft: Draft,
  purpose: Purpose,
): Promise<PreparedTransaction> {
  const { chain, store, wallMs } = context;
  draft.requireSignature();
  // A fresh blockhash, not a cached one: people need time to sign.
  const { value: lifetime } = await chain.rpc
    .getLatestBlockhash({ commitment: 'confirmed' })
    .send();
  const price = await payPriorityFee(context, draft, lifetime);
  await draft.funds.checkRent();
  const now = unixSecondsAt(wallMs());
  const stored = {
    wallet: draft.wallet,
    kind: purpose.kind,
    marketId: purpose.marketId,
    intent: renderIntent(purpose.intent),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
    createdAt: now,
  };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    // Another limit makes another message, so that two equal bets are two bets. It is random:
    // counting up would try all limits that are taken.
    const moreUnits = randomInt(MORE_UNITS_MAX);
    const compiled = compileDraft(draft, lifetime, { price, moreUnits });
    const { message, signers, version, shortBytes: bytes } = compiled;
    if (draft.isVersion0Only && version !== 0) {
      throw new DomainError('transaction_too_large', { bytes, max: TRANSACTION_BYTES_MAX });
    }
    const messageHash = hashMessage(message);
    const isNew = await store.write((db) => insertPrepared(db, { messageHash, ...stored }));
    if (!isNew) continue;
    const signatures = signers.map(() => new Uint8Array(SIGNATURE_BYTES));
    const unsigned = joinTransaction({ message, signatures });
    return {
      transaction: Buffer.from(unsigned).toString('base64'),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
      summary: draft.summary,
    };
  }
  // Nearly all limits are taken. The next blockhash has all of them again.
  throw new DomainError('rate_limited', { seconds: RETRY_SECONDS });
}
