import type { Chain } from '@tote/chain/chain';
import { amount, DECIMALS, formatMoney } from '@tote/domain';
import { type Config, NO_ADDRESS } from '@tote/program-client';
import type { Finding } from '../../doctor/finding.ts';
import type { ServiceKeyName } from '../init/key-needs.ts';
import { readAccounts } from '../loader/loader-accounts.ts';
import type { ClusterCheck } from './cluster-check.ts';

const LAMPORTS_LOW = 50_000_000n;
/** Exists only while the operator's key is being rotated. */
const NEXT = 'relayer-next';
const NAMES: readonly (ServiceKeyName | typeof NEXT)[] = ['relayer', NEXT, 'oracle', 'keeper'];

export async function checkServiceKeys(
  chain: Pick<Chain, 'rpc'>,
  config: Config,
  keys: ClusterCheck['keys'],
): Promise<Finding[]> {
  // One of the two is the operator: the old key before the change, the new one after it.
  const isRotated = keys[NEXT] !== undefined && keys[NEXT] === config.operator;
  const operator = isRotated ? undefined : config.operator;
  const named = { relayer: operator, [NEXT]: undefined, oracle: config.oracle, keeper: undefined };
  const present = NAMES.flatMap((name) => keys[name] ?? []);
  const accounts = await readAccounts(chain, present);
  const shown = NAMES.filter((name) => name !== NEXT || keys[NEXT] !== undefined);
  return shown.map((name): Finding => {
    const address = keys[name];
    if (!address) return { name, state: 'warning', text: 'its key file is not here' };
    const expected = named[name];
    if (expected === NO_ADDRESS) {
      return { name, state: 'warning', text: `${address}: disabled in the Config` };
    }
    if (expected !== undefined && expected !== address) {
      const text = `${address}, but the Config names ${expected}: tote config announce changes it`;
      return { name, state: 'differs', text };
    }
    const held = accounts[present.indexOf(address)]?.lamports ?? 0n;
    const isLow = name !== 'oracle' && held < LAMPORTS_LOW;
    const text = `${address} holds ${formatMoney(amount(held), 'SOL', DECIMALS.SOL)}`;
    const advice = isLow ? ': too little to work for long' : '';
    return { name, state: isLow ? 'warning' : 'ok', text: `${text}${advice}` };
  });
}
