// The process that `kill.test.ts` kills: opens a ledger and sends many transfers at a time. It
// prints the bytes it is about to send, and the signatures that were confirmed.

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemAccount } from '../../src/ledger/account.ts';
import { type Key, keyBytes, toKey } from '../../src/ledger/key.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { transfer, unownedAddress } from '../support/transfers.ts';

const [dir = '', round = '0'] = process.argv.slice(2);
const IN_FLIGHT = 32;
const SLOT_MS = 20;
/** The seed of the one wallet that pays in every round. */
const SEED = Buffer.alloc(32, 1);

const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]);
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
const payer = { address: toKey(Buffer.from(jwk.x as string, 'base64url')), privateKey };

const report = (event: string, bytes: Uint8Array) =>
  print(`${event} ${Buffer.from(bytes).toString('base64')}\n`);

/** Blocks until the line is written, because the pipe may be full while the test is busy. */
function print(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const accounts = new Map([[payer.address, systemAccount(10n ** 17n)]]);
const ledger = await openLedger({ dir, slotMs: SLOT_MS, accounts });
setInterval(() => ledger.nextSlot(), SLOT_MS);
print('ready\n');

let count = 0;
async function work(): Promise<void> {
  for (;;) {
    count += 1;
    const amount = 1_000_000n + BigInt(round) * 1_000_000n + BigInt(count);
    const bytes = transfer(payer, unownedAddress(count % 50), amount, ledger.blockhashes.latest);
    report('sent', bytes);
    await ledger.submit(readTransaction(bytes), { isStrict: false });
    report('done', keyBytes(readTransaction(bytes).signatures[0] as Key));
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, work));
