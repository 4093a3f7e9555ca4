import { address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Finding } from '../../doctor/finding.ts';
import { readAccounts } from '../loader/loader-accounts.ts';

// The features of Solana's runtime that the program needs, as Agave's feature-set/src/lib.rs names
// them. The test in tools/runtime-features shows a new list if this one is wrong.
export const PROGRAM_FEATURES = [
  {
    name: 'enable_sbpf_v3_deployment_and_execution',
    at: address('5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC'),
  },
  {
    name: 'create_account_allow_prefund',
    at: address('6sPDzwyARRExKH52LECxcGoqziH8G7SZofwuxi8Ja331'),
  },
  {
    name: 'get_sysvar_syscall_enabled',
    at: address('CLCoTADvV64PSrnR6QXty6Fwrt9Xc6EdxSJE4wLRePjq'),
  },
] as const;

const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');
const TRANSACTIONS_V1 = {
  name: 'transactions of version 1',
  at: address('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL'),
};
const SMALL = 'a transaction holds at most 16 bets, and prices from Hermes may not fit into one';
const NEEDED =
  'the program cannot work without it. Use a cluster that has it; solana-test-validator has it ' +
  'unless it was started with --deactivate-feature';

export async function checkFeatures(chain: Pick<Chain, 'rpc'>): Promise<Finding[]> {
  const features = [...PROGRAM_FEATURES, TRANSACTIONS_V1];
  const accounts = await readAccounts(
    chain,
    features.map(({ at }) => at),
  );
  return features.map((feature, index): Finding => {
    const account = accounts[index];
    // The first byte says whether the slot of its activation follows.
    const isActive = account?.owner === FEATURE_PROGRAM && account.data[0] === 1;
    const { name, at } = feature;
    if (isActive) return { name: 'feature', state: 'ok', text: `${name}: active` };
    const text = `${name} (${at}) is not active on this chain`;
    return feature === TRANSACTIONS_V1
      ? { name: 'feature', state: 'warning', text: `${text}: ${SMALL}` }
      : { name: 'feature', state: 'refused', text: `${text}: ${NEEDED}` };
  });
}
