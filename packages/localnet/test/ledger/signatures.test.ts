import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { toKey } from '../../src/ledger/key.ts';
import { SharedChecker } from '../../src/ledger/signatures.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { createWallet, transfer, unownedAddress } from '../support/transfers.ts';

// Many more than are sent to the thread at once, so that some are checked in this thread.
const COUNT = 300;
const payer = createWallet();
const blockhash = toKey(new Uint8Array(32));

function signed(amount: number): Uint8Array {
  return transfer(payer, unownedAddress(1), BigInt(amount), blockhash);
}

/** Every third is forged: in its signature, its message, or its signer. */
function make(index: number): { bytes: Uint8Array; isSigned: boolean } {
  const bytes = signed(index);
  const place = [1 + 10, bytes.length - 1, 1 + 64 + 4][(index / 3) % 3];
  if (place === undefined) return { bytes, isSigned: true };
  bytes[place] = (bytes[place] as number) ^ 1;
  return { bytes, isSigned: false };
}

const checkMany = (checker: SharedChecker) =>
  Promise.all(
    Array.from({ length: COUNT }, (_, i) => checker.isSigned(readTransaction(signed(i)))),
  );

/** Many checks start the thread. */
async function startWithThread(): Promise<SharedChecker> {
  const checker = new SharedChecker();
  const started = once(process, 'worker') as Promise<[Worker]>;
  // Its first message says that it is ready, perhaps before the checks are done.
  const ready = started.then(([worker]) => once(worker, 'message'));
  await checkMany(checker);
  await ready;
  return checker;
}

test('a few signatures are checked without a thread', async () => {
  const checker = new SharedChecker();
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  for (let i = 0; i < 20; i += 1) {
    const pair = [make(i), make(i + 1)];
    const answers = pair.map(({ bytes }) => checker.isSigned(readTransaction(bytes)));
    expect(await Promise.all(answers)).toEqual(pair.map(({ isSigned }) => isSigned));
  }
  expect(threads).toBe(0);
  await checkMany(checker);
  await checker.close();
  process.off('worker', count);
  expect(threads).toBe(1);
});

test('both threads detect forged signatures, and results are in the order of the calls', async () => {
  const checker = await startWithThread();
  const made = Array.from({ length: COUNT }, (_, index) => make(index));
  const order: number[] = [];
  const answers = await Promise.all(
    made.map(async ({ bytes }, index) => {
      const answer = await checker.isSigned(readTransaction(bytes));
      order.push(index);
      return answer;
    }),
  );
  expect(answers).toEqual(made.map(({ isSigned }) => isSigned));
  expect(order).toEqual(made.map((_, index) => index));
  await checker.close();
});

test('closing the checker rejects pending checks', async () => {
  const checker = await startWithThread();
  const pending = Array.from({ length: COUNT }, (_, index) =>
    checker.isSigned(readTransaction(signed(index))),
  );
  const outcomes = Promise.allSettled(pending);
  await checker.close();
  expect((await outcomes).at(-1)).toMatchObject({ status: 'rejected' });
  await expect(checker.isSigned(readTransaction(signed(0)))).rejects.toThrow('closed');
});
