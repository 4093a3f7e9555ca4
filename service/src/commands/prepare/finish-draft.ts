// Compiles what was put together into one unsigned transaction, and remembers its message: only a
// message that is remembered is ever co-signed.
import { getTransactionEncoder, type ReadonlyUint8Array } from '@solana/kit';
import { compileInstructions } from '@tote/chain/sign-transaction';
import { unixSeconds } from '@tote/domain';
import { insertPrepared, type PreparedKind } from '../../store/journal/prepared.ts';
import type { PrepareContext } from '../../submissions/wallet/context.ts';
import { hashMessage } from '../../submissions/wallet/hash-message.ts';
import { type Intent, renderIntent } from '../../submissions/wallet/intent.ts';
import type { PreparedTransaction } from '../../use-cases/use-cases.ts';
import type { Draft } from './draft.ts';

const TRIES_MAX = 1_000;

export interface Purpose {
  readonly kind: PreparedKind;
  readonly marketId: string | null;
  readonly intent: Intent;
}

export async function finishDraft(
  context: PrepareContext,
  draft: Draft,
  purpose: Purpose,
): Promise<PreparedTransaction> {
  const { chain, relayer, store, wallMs } = context;
  await draft.checkWalletFunds();
  draft.requireSignature();
  // Not one that was kept for a while: people take their time to sign.
  const { value: lifetime } = await chain.rpc
    .getLatestBlockhash({ commitment: 'confirmed' })
    .send();
  const now = unixSeconds(Math.floor(wallMs() / 1_000));
  const remembered = {
    wallet: draft.wallet,
    kind: purpose.kind,
    marketId: purpose.marketId,
    intent: renderIntent(purpose.intent),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
    createdAt: now,
  };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    // Two bets of the same stake are two bets: another limit makes another message of it.
    const units = draft.computeUnits + tries;
    const compiled = compileInstructions(draft.instructions, relayer.address, lifetime, units);
    const messageHash = hashMessage(compiled.messageBytes as ReadonlyUint8Array);
    const isNew = await store.write((db) => insertPrepared(db, { messageHash, ...remembered }));
    if (!isNew) continue;
    const bytes = getTransactionEncoder().encode(compiled);
    return {
      transaction: Buffer.from(bytes as Uint8Array).toString('base64'),
      lastValidBlockHeight: lifetime.lastValidBlockHeight,
      summary: draft.summary,
    };
  }
  throw new Error(`${TRIES_MAX} messages like this one were prepared within one blockhash`);
}
