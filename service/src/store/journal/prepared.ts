// Messages that we built for wallets to sign. We co-sign no others.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Db } from '../store.ts';

export type PreparedKind = 'account' | 'bet' | 'create-market' | 'veto';

export interface PreparedMessage {
  /** SHA-256 of the message, hex. */
  readonly messageHash: string;
  readonly wallet: string;
  readonly kind: PreparedKind;
  readonly marketId: string | null;
  /** What it will do, as JSON. */
  readonly intent: string;
  readonly lastValidBlockHeight: bigint;
  readonly createdAt: UnixSeconds;
  /** The signature of its submission; null before. */
  readonly signature: string | null;
}

/** False when the same message was prepared before. */
export async function insertPrepared(
  db: Db,
  message: Omit<PreparedMessage, 'signature'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('prepared')
    .values({
      message_hash: message.messageHash,
      wallet: message.wallet,
      kind: message.kind,
      market_id: message.marketId,
      intent: message.intent,
      last_valid_block_height: message.lastValidBlockHeight,
      created_at: BigInt(message.createdAt),
    })
    .onConflict((conflict) => conflict.column('message_hash').doNothing())
    .returning('message_hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findPrepared(
  db: Db,
  messageHash: string,
): Promise<PreparedMessage | undefined> {
  const row = await db
    .selectFrom('prepared')
    .selectAll()
    .where('message_hash', '=', messageHash)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    messageHash,
    wallet: row.wallet,
    kind: row.kind as PreparedKind,
    marketId: row.market_id,
    intent: row.intent,
    lastValidBlockHeight: row.last_valid_block_height,
    createdAt: unixSeconds(row.created_at),
    signature: row.signature,
  };
}

/**
 * Enters the signature of the first submission of a message, or returns the one that is entered. A
 * wallet can sign a message in several ways, but the chain executes it once.
 */
export async function claimPrepared(
  db: Db,
  messageHash: string,
  signature: string,
): Promise<string | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('prepared')
    .set({ signature })
    .where('message_hash', '=', messageHash)
    .where('signature', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return undefined;
  return (await findPrepared(db, messageHash))?.signature ?? signature;
}
