// Per-thread CPU (schedstat) while sending.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalnet } from '@tote/localnet';
import { encodeBase58, decodeBase58 } from '/work/wt/localnet/packages/localnet/src/ledger/base58.ts';
import { keyBytes, toKey } from '/work/wt/localnet/packages/localnet/src/ledger/key.ts';
import { createWallet, nobody, transfer } from '/work/wt/localnet/packages/localnet/test/support/transfers.ts';
const N = 4000, ROUNDS = Number(process.env.ROUNDS ?? 5), FLIGHT = Number(process.env.FLIGHT ?? 64);
const stat = () => new Map(readdirSync('/proc/self/task').map((t) => {
  try {
  const [run, wait, n] = readFileSync(`/proc/self/task/${t}/schedstat`, 'utf8').trim().split(' ').map(Number);
  return [t, { run, wait, n }]; } catch { return [t, {run:0,wait:0,n:0}]; }
}));
const dir = mkdtempSync('/tmp/tote-bench-');
const localnet = await startLocalnet({ dir });
const payer = createWallet();
await localnet.sandbox.setAccount(encodeBase58(keyBytes(payer.address)) as any, { lamports: 10n ** 15n });
const send = async (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString('base64');
  const params = [text, { encoding: 'base64', skipPreflight: true }];
  const reply: any = await localnet.rpcTransport({ payload: { id: '0', jsonrpc: '2.0', method: 'sendTransaction', params } });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
};
let c = 0;
for (let r = 0; r < ROUNDS; r++) {
  const h = toKey(decodeBase58((await localnet.rpc.getLatestBlockhash().send()).value.blockhash, 32)!);
  const txs = Array.from({ length: N }, (_, i) => transfer(payer, nobody(i % 500), BigInt(1_000_000 + c++), h));
  const before = stat();
  const t0 = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: FLIGHT }, async () => { while (next < N) await send(txs[next++]!); }));
  const ms = performance.now() - t0;
  const after = stat();
  const rows = [...after].map(([t, a]) => { const b = before.get(t) ?? { run: 0, wait: 0, n: 0 }; return { t, run: (a.run - b.run) / N / 1000, wait: (a.wait - b.wait) / N / 1000, n: (a.n - b.n) / N }; }).filter((x) => x.run > 0.5).sort((a, b) => Number(a.t) - Number(b.t));
  if (r === 1 && process.env.PIN) { const { execSync } = await import('node:child_process'); const by = [...rows].sort((a, b) => b.run - a.run); const pin = (t: string, m: number) => execSync(`taskset -p ${m} ${t}`); pin(by[0]!.t, 1); pin(by[1]!.t, 2); if (process.env.PIN === '2') for (const x of rows.slice()) if (x !== by[0] && x.t !== by[0]!.t && x.t !== by[1]!.t) pin(x.t, 2); console.log('pinned'); }
  const total = rows.reduce((s, x) => s + x.run, 0);
  console.log(`${(N * 1000 / ms).toFixed(0)}/s wall ${(ms * 1000 / N).toFixed(1)} cpu ${total.toFixed(1)} | ` + rows.map((x) => `${Number(x.t) - process.pid}: ${x.run.toFixed(1)} (wait ${x.wait.toFixed(1)}, sw ${x.n.toFixed(2)})`).join('  '));
}
await localnet.close();
rmSync(dir, { recursive: true, force: true });
