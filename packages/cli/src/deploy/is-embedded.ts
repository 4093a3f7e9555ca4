import type { Chain } from '@tote/chain/chain';

/** Real nodes have a hash of their features there. */
const NO_FEATURE_SET = 0;

export async function isEmbedded({ rpc }: Pick<Chain, 'rpc'>): Promise<boolean> {
  const { 'feature-set': featureSet } = await rpc.getVersion().send();
  return featureSet === NO_FEATURE_SET;
}
