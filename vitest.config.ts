import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The long counts take many minutes per test; the short ones must stay well below this.
const isLong = process.env.TOTE_TEST === 'long';

const shared = {
  testTimeout: isLong ? 7_200_000 : 240_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    // By default one processor stays free; many tests wait for processes and clocks.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...shared,
          name: 'program',
          include: [
            'packages/{domain,program-client}/test/**/*.test.ts',
            'program/test/**/*.test.ts',
            'service/test/{conditions,oracles}/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          // Files share a process: importing the client libraries anew takes longer than the tests.
          isolate: false,
        },
      },
      {
        // Threads, sockets and fake clocks: each file by itself.
        test: { ...shared, name: 'localnet', include: ['packages/localnet/test/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'service',
          include: ['service/test/**/*.test.ts'],
          exclude: ['service/test/{conditions,oracles}/**'],
        },
      },
    ],
  },
});
