import { fileURLToPath } from 'node:url';
import {
  type Address,
  address,
  generateKeyPairSigner,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  lamports,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { type Localnet, startLocalnet } from '../../src/index.ts';
import { makeDir, startTestnet } from '../support/localnet.ts';
import { signFor } from '../support/sign.ts';

const TOTE = fileURLToPath(new URL('../../../../program/tote.so', import.meta.url));
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const confirmed = { commitment: 'confirmed' } as const;

/** The logs of a program that is called with some text. */
async function callProgram({ rpc }: Localnet, program: Address): Promise<readonly string[]> {
  const payer = await generateKeyPairSigner();
  await rpc.requestAirdrop(payer.address, lamports(1_000_000_000n)).send();
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const hello = { programAddress: program, data: new TextEncoder().encode('hello') };
  const signed = await signFor(payer, blockhash, [hello]);
  const wire = getBase64EncodedWireTransaction(signed);
  const options = { encoding: 'base64', commitment: 'processed' } as const;
  const { value } = await rpc.simulateTransaction(wire, options).send();
  return value.logs ?? [];
}

async function read({ rpc }: Localnet, at: Address): Promise<Buffer> {
  const { value } = await rpc.getAccountInfo(at, { ...confirmed, encoding: 'base64' }).send();
  return Buffer.from(value?.data[0] ?? '', 'base64');
}

async function readMemoProgram(localnet: Localnet): Promise<Uint8Array> {
  const account = await read(localnet, MEMO);
  if (account.length !== 36) return new Uint8Array(account);
  const data = await read(localnet, getAddressDecoder().decode(account, 4));
  return new Uint8Array(data.subarray(45));
}

test('a program can be replaced, and the new one survives a restart', async () => {
  const dir = makeDir();
  const [at, authority] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const program = { address: at.address, file: TOTE, upgradeAuthority: authority.address };
  const options = { dir, slotMs: 20, programs: [program] };
  const first = await startLocalnet(options);
  expect(first.programsKept).toEqual([]);
  expect((await callProgram(first, at.address)).join()).not.toContain('hello');
  const memo = await readMemoProgram(first);
  await first.sandbox.loadProgram(at.address, memo, authority.address);
  expect((await callProgram(first, at.address)).join()).toContain('hello');
  await first.close();

  // The chain keeps its code and reports that, instead of loading the file again.
  const second = await startTestnet(options);
  expect(second.programsKept).toEqual([at.address]);
  expect((await callProgram(second, at.address)).join()).toContain('hello');
});

test('a program has the upgrade authority that it was given, or none', async () => {
  const localnet = await startTestnet();
  for (const authority of [(await generateKeyPairSigner()).address, undefined]) {
    const { address: at } = await generateKeyPairSigner();
    await localnet.sandbox.loadProgram(at, TOTE, authority);
    const data = await read(localnet, getAddressDecoder().decode(await read(localnet, at), 4));
    expect(data[12]).toBe(authority ? 1 : 0);
    if (authority) expect(getAddressDecoder().decode(data, 13)).toBe(authority);
  }
});

test('a file that is not a program is refused and changes nothing', async () => {
  const localnet = await startTestnet();
  const { address: at } = await generateKeyPairSigner();
  const wrong = new TextEncoder().encode('\u007fELF and then nothing');
  await expect(localnet.sandbox.loadProgram(at, wrong)).rejects.toThrow('Invalid program');
  await expect(localnet.sandbox.loadProgram(at, 'no-such-file.so')).rejects.toThrow('ENOENT');
  expect(await read(localnet, at)).toHaveLength(0);
});
