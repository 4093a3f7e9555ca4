// Temporary.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openNewWallet } from '../../service/test/support/new-wallet.ts';
import { betLoad, measureEcho } from './bets.ts';
import { measure } from './load.ts';

const prof = process.env.PROF;
const dir = mkdtempSync(join(tmpdir(), 'tote-probe-'));
const args = ['--import', 'tsx', join(import.meta.dirname, 'service-server.ts')];
if (prof) args.unshift('--cpu-prof', `--cpu-prof-dir=${prof}`);
const child = spawn(process.execPath, args, {
  env: { ...process.env, TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise<string>((resolve) => {
  createInterface({ input: child.stdout }).on('line', (line) => {
    const found = /^ready (\S+)$/.exec(line)?.[1];
    if (found) resolve(found);
    else console.log(line);
  });
});
const apiKeys: string[] = [];
for (let i = 0; i < 32; i += 1) apiKeys.push((await openNewWallet(url, { SOL: '1000' })).apiKey);
const bench = { child: { url } as never, dir, apiKeys } as never;
const market = await (async () => {
  const response = await fetch(`${url}/markets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Will it rain in Lisbon?', outcomes: ['Yes', 'No'], currency: 'SOL', expireAt: new Date(Date.now() + 86_400_000).toISOString() }),
  });
  return ((await response.json()) as { id: string }).id;
})();
function threads(): Map<string, number> {
  const map = new Map<string, number>();
  for (const tid of readdirSync(`/proc/${child.pid}/task`)) {
    const stat = readFileSync(`/proc/${child.pid}/task/${tid}/stat`, 'utf8');
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    map.set(tid, (Number(rest[11]) + Number(rest[12])) * 10);
  }
  return map;
}
const seconds = Number(process.env.SECONDS_EACH ?? 4);
const rounds = Number(process.env.ROUNDS ?? 4);
const mode = process.env.MODE ?? 'bets';
const origin = new URL(url).origin;
const loads: Record<string, () => Parameters<typeof measure>[0]> = {
  bets: () => betLoad(bench, [market], seconds),
  list: () => ({ url: origin, seconds, requests: [{ path: '/v1/markets' }] }),
  detail: () => ({ url: origin, seconds, requests: [{ path: `/v1/markets/${market}` }] }),
};
for (const name of mode.split(',')) {
  for (let round = 0; round < rounds; round += 1) {
    const before = threads();
    const result = await measure((loads[name] as never as () => never)());
    const cpu = [...threads()].map(([tid, ms]) => [tid, ms - (before.get(tid) ?? 0)] as const)
      .filter(([, ms]) => ms > 20).sort((a, b) => b[1] - a[1])
      .map(([tid, ms]) => `${Number(tid) - (child.pid as number)}:${((ms * 1000) / result.total).toFixed(0)}`);
    console.log(name, round, `${result.perSecond.toFixed(0)}/s p50 ${result.p50Ms} p99 ${result.p99Ms} failed ${result.failed}`, 'us per request by thread', cpu.join(' '));
  }
}
if (process.env.ECHO) {
  const echo = await measureEcho('x'.repeat(420), seconds, mode.startsWith('bets') ? 'POST' : 'GET');
  console.log('echo', echo.perSecond.toFixed(0), 'p99', echo.p99Ms);
}
child.kill('SIGTERM');
await new Promise((resolve) => child.once('exit', resolve));
rmSync(dir, { recursive: true, force: true });
process.exit();
