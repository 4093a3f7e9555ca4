import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { openChain } from '@tote/chain/open-chain';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { startLocalnet } from '@tote/localnet';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken2022 } from '../../../../service/test/support/create-token-2022.ts';
import { readMint } from '../../src/deploy/read-mint.ts';

type Localnet = Awaited<ReturnType<typeof startLocalnet>>;
type Chain = Awaited<ReturnType<typeof openChain>>;
let localnet: Localnet;
let chain: Chain;
beforeAll(async () => {
  localnet = await startLocalnet({ inThread: false, slotMs: 20 });
  const programAddress = TOTE_PROGRAM_ADDRESS as Address;
  const transport = localnet.rpcTransport;
  chain = await openChain({ transport, programAddress, wallMs: Date.now, sampleMs: 50 });
});
afterAll(async () => {
  await chain.close();
  await localnet.close();
});

/** The same mint with one more extension. */
async function extend(mint: Address, type: number): Promise<void> {
  const { value } = await chain.rpc.getAccountInfo(mint, { encoding: 'base64' }).send();
  const before = Buffer.from(value?.data[0] ?? '', 'base64');
  const data = Uint8Array.from([...before, type & 255, type >> 8, 2, 0, 7, 7]);
  await localnet.sandbox.setAccount(mint, { data, owner: value?.owner, lamports: 10n ** 9n });
}

test('a mint of a launchpad can be used, whatever its metadata', async () => {
  const key = await createKey();
  await localnet.sandbox.setAccount(key.address, { lamports: 10n ** 10n });
  const { utilityMint } = await createToken2022(chain, key, 9);
  const found = { decimals: 9, supply: 0n, mintAuthority: key.address };
  expect(await readMint(chain, utilityMint)).toEqual({
    ...found,
    tokenProgram: TOKEN_2022_PROGRAM,
  });
  // One that describes it, too; then one that takes fees, and one that nobody knows.
  await extend(utilityMint, 20);
  expect(await readMint(chain, utilityMint)).toMatchObject(found);
  await extend(utilityMint, 1);
  const refused = () => readMint(chain, utilityMint);
  await expect(refused()).rejects.toThrow('it has the extension TransferFeeConfig.');
  await extend(utilityMint, 400);
  await expect(refused()).rejects.toThrow('it has the extension TransferFeeConfig, number 400.');
});

test('a classic mint can be used, unless it can be frozen or is none', async () => {
  const { sandbox } = localnet;
  const { address } = await createKey();
  const mint = await sandbox.createMint({ decimals: 2 });
  const found = { decimals: 2, supply: 0n, mintAuthority: null, tokenProgram: TOKEN_PROGRAM };
  expect(await readMint(chain, mint)).toEqual(found);
  expect(await readMint(chain, address)).toBeUndefined();
  const token = await sandbox.mintTo(mint, address, 5n);
  await expect(readMint(chain, token)).rejects.toThrow('its size is not that of a mint');
  for (const tokenProgram of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
    const options = { decimals: 2, freezeAuthority: address, tokenProgram };
    const frozen = await sandbox.createMint(options);
    await expect(readMint(chain, frozen)).rejects.toThrow('it has a freeze authority');
  }
});
