import type { KyselyPlugin } from 'kysely';

/** For `withPlugin`: does this after each query, before its result is given. */
export const afterEachQuery = (work: () => unknown): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await work();
    return result;
  },
});
