// Measures the search of program accounts by their bytes, compared with LiteSVM's own search.
import { randomBytes } from 'node:crypto';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { startLocalnet } from '@tote/localnet';
import { Account, LiteSvm } from 'litesvm/dist/internal.js';
import { keyBytes } from '../../packages/localnet/src/ledger/key.ts';
import { unownedAddress } from '../../packages/localnet/test/support/transfers.ts';
import { median } from './rate.ts';

const ACCOUNT_BYTES = 200;
const MEMCMP_OFFSET = 8;
const PROGRAM = Buffer.alloc(32, 9);

export interface Search {
  accounts: number;
  liteSvmMs: number;
  oursMs: number;
  ratio: number;
}

export async function measureSearch(accounts: number): Promise<Search> {
  const datas = Array.from({ length: accounts }, () => randomBytes(ACCOUNT_BYTES));
  const wanted = (datas[Math.floor(accounts / 2)] as Buffer).subarray(
    MEMCMP_OFFSET,
    MEMCMP_OFFSET + 32,
  );
  const liteSvmMs = searchLiteSvm(datas, wanted);
  const oursMs = await searchOurs(datas, wanted);
  return { accounts, liteSvmMs, oursMs, ratio: liteSvmMs / oursMs };
}

function searchLiteSvm(datas: readonly Buffer[], wanted: Buffer): number {
  const svm = new LiteSvm();
  datas.forEach((data, i) => {
    svm.setAccount(keyBytes(unownedAddress(i)), new Account(10n ** 9n, data, PROGRAM, false, 0n));
  });
  const start = performance.now();
  const found = svm.getProgramAccounts(PROGRAM).filter((entry) => {
    const data = Buffer.from(entry.account().data());
    return data.subarray(MEMCMP_OFFSET, MEMCMP_OFFSET + 32).equals(wanted);
  });
  if (found.length !== 1) throw new Error(`LiteSVM found ${found.length}`);
  return performance.now() - start;
}

async function searchOurs(datas: readonly Buffer[], wanted: Buffer): Promise<number> {
  const owner = encodeBase58(PROGRAM);
  await using localnet = await startLocalnet({
    accounts: datas.map((data, i) => ({
      ...{ address: encodeBase58(keyBytes(unownedAddress(i))), lamports: 10n ** 9n, owner, data },
    })),
  });
  const filters = [{ memcmp: { offset: MEMCMP_OFFSET, bytes: encodeBase58(wanted) } }];
  const params = [owner, { encoding: 'base64', commitment: 'confirmed', filters }];
  const payload = { id: '0', jsonrpc: '2.0', method: 'getProgramAccounts', params };
  const times: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const start = performance.now();
    const reply = (await localnet.rpcTransport({ payload })) as { result: unknown[] };
    if (reply.result.length !== 1) throw new Error(`found ${reply.result.length}`);
    times.push(performance.now() - start);
  }
  return median(times);
}
