// A process to be killed: opens a ledger and sends transfers as fast as it can, many at a time. It
// says which bytes it is about to send, and which signatures were confirmed.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type Key, keyBytes, toKey } from '../../src/ledger/key.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { coins, nobody, transfer } from '../support/transfers.ts';

const [dir = '', round = '0'] = process.argv.slice(2);
const IN_FLIGHT = 32;
const SLOT_MS = 20;
/** The seed of the one wallet that pays in every round. */
const SEED = Buffer.alloc(32, 1);

const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]);
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
const payer = { address: toKey(Buffer.from(jwk.x as string, 'base64url')), privateKey };

const say = (word: string, bytes: Uint8Array) =>
  print(`${word} ${Buffer.from(bytes).toString('base64')}\n`);

/** The pipe is full while the test is busy. What is said must be said before anything goes on. */
function print(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const accounts = new Map([[payer.address, coins(10n ** 17n)]]);
const ledger = await openLedger({ dir, slotMs: SLOT_MS, genesis: { programs: [], accounts } });
setInterval(() => ledger.nextSlot(), SLOT_MS);
print('ready\n');

let count = 0;
async function work(): Promise<void> {
  for (;;) {
    count += 1;
    const amount = 1_000_000n + BigInt(round) * 1_000_000n + BigInt(count);
    const bytes = transfer(payer, nobody(count % 50), amount, ledger.blockhashes.latest);
    say('sent', bytes);
    await ledger.submit(readTransaction(bytes), { isStrict: false });
    say('done', keyBytes(readTransaction(bytes).signatures[0] as Key));
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, work));
