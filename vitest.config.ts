import { defineConfig } from 'vitest/config';

// The long counts take many minutes per test; the short ones must stay well below this.
const isLong = process.env.TOTE_TEST === 'long';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'program/test/**/*.test.ts', 'tools/**/*.test.ts'],
    testTimeout: isLong ? 3_600_000 : 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
