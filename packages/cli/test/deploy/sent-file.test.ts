import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@tote/chain/key';
import { TransactionFailed } from '@tote/chain/landed';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SentFile } from '../../src/deploy/sent-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tote-sent-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const LANDED: Landing = {
  kind: 'landed',
  landed: { signature: 's', slot: 1n, blockTime: 1n, error: null, instructions: [], logs: [] },
};

/** A chain that answers what it is told to, and remembers what it got. */
function fakeChain(land: (transaction: SignedTransaction) => Promise<Landing>) {
  const sent: SignedTransaction[] = [];
  let signed = 0;
  const chain = {
    genesisHash: 'here',
    async sign() {
      signed += 1;
      return { signature: `s${signed}`, wire: Uint8Array.of(signed), lastValidBlockHeight: 9n };
    },
    lander: {
      async land(transaction: SignedTransaction) {
        sent.push(transaction);
        return land(transaction);
      },
    },
  };
  return { chain, sent };
}

const file = () => join(dir, 'x.sent.json');

test('a transaction is on disk while it is sent, and not after', async () => {
  const key = await createKey();
  const { chain } = fakeChain(async () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    return LANDED;
  });
  await new SentFile(file(), chain).send([], [key]);
  expect(existsSync(file())).toBe(false);
});

test('whoever comes after a killed process sends the same bytes, and nothing else', async () => {
  const key = await createKey();
  const killed = fakeChain(() => Promise.reject(new Error('killed')));
  await expect(new SentFile(file(), killed.chain).send([], [key])).rejects.toThrow('killed');
  writeFileSync(`${file()}.new`, 'half');
  const next = fakeChain(async () => LANDED);
  const sent = new SentFile(file(), next.chain);
  expect(sent.isPending).toBe(true);
  await sent.finish();
  expect(next.sent).toEqual([
    { signature: 's1', wire: Uint8Array.of(1), lastValidBlockHeight: 9n, mayHaveBeenSent: true },
  ]);
  expect([existsSync(file()), existsSync(`${file()}.new`)]).toEqual([false, false]);
  await sent.finish();
  expect(next.sent).toHaveLength(1);
});

test('what can no longer land is signed again, what is refused is not', async () => {
  const key = await createKey();
  const landings: Landing[] = [{ kind: 'expired' }, { kind: 'expired' }, LANDED];
  const late = fakeChain(async () => landings.shift() as Landing);
  await new SentFile(file(), late.chain).send([], [key]);
  expect(late.sent.map(({ signature }) => signature)).toEqual(['s1', 's2', 's3']);
  const refused = fakeChain(async () => ({ kind: 'refused', failure: { text: 'no' } }));
  await expect(new SentFile(file(), refused.chain).send([], [key])).rejects.toThrow(
    TransactionFailed,
  );
  expect(refused.sent).toHaveLength(1);
  expect(existsSync(file())).toBe(false);
  const never = fakeChain(async () => ({ kind: 'expired' }));
  await expect(new SentFile(file(), never.chain).send([], [key])).rejects.toThrow(
    'does not accept',
  );
});

test('refuses what belongs to another chain, or is damaged, and keeps it', async () => {
  const key = await createKey();
  const killed = fakeChain(() => Promise.reject(new Error('killed')));
  await expect(new SentFile(file(), killed.chain).send([], [key])).rejects.toThrow('killed');
  const elsewhere = fakeChain(async () => LANDED);
  const other = new SentFile(file(), { ...elsewhere.chain, genesisHash: 'there' });
  await expect(other.finish()).rejects.toThrow('another chain (here)');
  expect(existsSync(file())).toBe(true);
  writeFileSync(file(), '{');
  await expect(new SentFile(file(), elsewhere.chain).finish()).rejects.toThrow('damaged');
  expect(elsewhere.sent).toEqual([]);
});
