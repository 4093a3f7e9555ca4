// What an idle service asks of its node: operators pay for calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RpcProxy } from '../faults/support/rpc-proxy.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Cluster } from './support/cluster.ts';

const SECONDS = 30;
const CALLS_PER_SECOND_MAX = 5;

let cluster: Cluster;
let proxy: RpcProxy;
let service: ServiceProcess;
beforeAll(async () => {
  cluster = await Cluster.start();
  proxy = await RpcProxy.start(cluster.validator.rpcUrl);
  service = await ServiceProcess.start(cluster.env('data', proxy.url));
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
  await cluster?.close();
});

test('an idle service makes few calls', async () => {
  await sleep(10_000);
  const counts = new Map<string, number>();
  proxy.choose = (method) => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    return undefined;
  };
  await sleep(SECONDS * 1_000);
  proxy.heal();
  const calls = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const listed = [...counts].map(([method, count]) => `${method} ${count}`).join(', ');
  console.log(
    `${(calls / SECONDS).toFixed(2)} calls a second when idle: ${listed} in ${SECONDS} s`,
  );
  expect(calls / SECONDS).toBeLessThan(CALLS_PER_SECOND_MAX);
});
