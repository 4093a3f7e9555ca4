// Measures the memory of a service after different numbers of bets.
import { fillMarket, withBench } from './bench-service.ts';
import { repeat } from './progress.ts';

export interface MemoryMeasured {
  readonly bets: number;
  readonly residentMib: number;
}

export function measureMemory(sizes: readonly number[], runs: number): Promise<MemoryMeasured[][]> {
  return repeat(runs, 'memory', () => measureOnce(sizes));
}

function measureOnce(sizes: readonly number[]): Promise<MemoryMeasured[]> {
  return withBench(async (bench) => {
    const market = await bench.createMarket();
    const measured: MemoryMeasured[] = [];
    let placed = 0;
    for (const bets of sizes) {
      await fillMarket(bench, market, bets - placed);
      placed = bets;
      measured.push({ bets, residentMib: bench.child.residentMib() });
    }
    return measured;
  });
}
