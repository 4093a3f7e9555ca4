// How long `tote verify` takes for a market with many positions, beside the service.
import type { Address } from '@solana/kit';
import { openServiceChain } from '../../service/test/support/crowd.ts';
import { BALANCE, startKeeperBench } from './keeper-bench.ts';
import { losersOf, measureMarket } from './payouts.ts';
import { timeOf, toteOf } from './time-of.ts';

export const VERIFIED_WINNERS = 1_000;

/** Milliseconds, once for each round. */
export async function measureVerify(rounds: number): Promise<number[]> {
  const bench = await startKeeperBench(VERIFIED_WINNERS + losersOf(VERIFIED_WINNERS));
  const serviceChain = await openServiceChain(bench.dir);
  try {
    const balances = new Map(bench.crowd.map((bettor: Address) => [bettor, BALANCE]));
    const round = { winners: VERIFIED_WINNERS, betId: 1, balances };
    const { id } = await measureMarket(bench, serviceChain, round);
    const config = (await (await fetch(`${bench.child.url}/config`)).json()) as { rpcUrl: string };
    const url = bench.child.url.replace(/\/v1$/, '');
    const times: number[] = [];
    // It ends with an error if anything differs.
    const args = [toteOf(), 'verify', id, '--url', url, '--rpc', config.rpcUrl];
    while (times.length < rounds) times.push(await timeOf(args));
    return times;
  } finally {
    await serviceChain.chain.close();
    await bench.stop();
  }
}
