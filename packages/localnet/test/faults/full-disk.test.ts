// A disk that is really full: a small tmpfs. Needs the right to mount one.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { decodeBase58, encodeBase58 } from '@tote/chain/lib/base58';
import { expect, test } from 'vitest';
import { DISK_MIB, mountSmallDisk } from '../../../../tools/test-setup/small-disk.ts';
import { keyBytes, toKey } from '../../src/ledger/key.ts';
import { type Answer, call, startServed } from '../support/localnet.ts';
import { createWallet, transfer, unownedAddress } from '../support/transfers.ts';

const FEE = 5_000n;
const disk = mountSmallDisk();

test('through HTTP a full disk is an error, and nothing that was confirmed is lost', async (t) => {
  if (disk === undefined) return t.skip();
  const payer = createWallet();
  const address = encodeBase58(keyBytes(payer.address)) as Address;
  const dir = join(disk, 'served');
  const { localnet, url } = await startServed({ dir });
  await localnet.sandbox.setAccount(address, { lamports: 10n ** 15n });
  const ballast = join(disk, 'ballast');
  const confirmed: string[] = [];
  let expected = 10n ** 15n;
  let amount = 1_000_000n;
  const pay = async () => {
    amount += 1n;
    const { value } = await localnet.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const blockhash = toKey(decodeBase58(value.blockhash, 32) as Uint8Array);
    const text = Buffer.from(transfer(payer, unownedAddress(1), amount, blockhash)).toString(
      'base64',
    );
    const answer = await call(url, 'sendTransaction', text, { encoding: 'base64' });
    if (answer.error) return answer.error;
    confirmed.push(answer.result as string);
    expected -= amount + FEE;
    return undefined;
  };
  expect(await pay()).toBeUndefined();

  fill(ballast);
  let refusal: Answer['error'];
  for (let tries = 0; tries < 200 && !refusal; tries += 1) refusal = await pay();
  expect(refusal).toMatchObject({ code: -32603, message: expect.stringMatching(/full/) });
  expect(await call(url, 'getHealth')).toMatchObject({ error: { code: -32005 } });
  await checkConfirmed(url, address, confirmed, expected);

  rmSync(ballast);
  expect(await pay()).toBeUndefined();
  expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
  await checkConfirmed(url, address, confirmed, expected);
  await localnet.close();
  const again = await startServed({ dir });
  await checkConfirmed(again.url, address, confirmed, expected);
});

/** Every confirmed transaction is found, and the balance matches them. */
async function checkConfirmed(url: string, payer: string, signatures: string[], lamports: bigint) {
  const settings = { searchTransactionHistory: true };
  const statuses = await call(url, 'getSignatureStatuses', signatures, settings);
  expect((statuses.result as { value: unknown[] }).value).not.toContain(null);
  const balance = await call(url, 'getBalance', payer, { commitment: 'confirmed' });
  expect((balance.result as { value: number }).value).toBe(Number(lamports));
}

function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(DISK_MIB * 1_024 * 1_024));
  } catch {
    // As much as fits.
  }
}
