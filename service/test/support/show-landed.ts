// A node that shows transactions otherwise than they are.
import type { Chain } from '@tote/chain/chain';
import type { LandedTransaction } from '@tote/chain/landed';

type Show = (landed: LandedTransaction) => LandedTransaction;

export const showing = (chain: Chain, show: Show): Chain => ({
  ...chain,
  async fetchLanded(signature) {
    const landed = await chain.fetchLanded(signature);
    return landed && show(landed);
  },
});

export const withoutLogs: Show = (landed) => ({ ...landed, logs: ['Log truncated'] });

export const withoutEvents: Show = (landed) => ({ ...withoutLogs(landed), returned: undefined });
