import type { Chain } from '@tote/chain/chain';
import { hashProgram } from '@tote/chain/deployed-program';
import { findConfig } from '@tote/chain/deployment/find-config';
import { amount, clusterOf, DECIMALS, formatMoney } from '@tote/domain';
import { type Config, NO_ADDRESS } from '@tote/program-client';
import type { Finding } from '../../doctor/finding.ts';
import { pendingOf } from '../config/settings.ts';
import type { ServiceKeyName } from '../init/key-needs.ts';
import { hasCode, readAccounts, readProgram } from '../loader/loader-accounts.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkNode } from './check-node.ts';
import type { ClusterCheck } from './cluster-check.ts';

export async function checkCluster(check: ClusterCheck): Promise<Finding[]> {
  const { chain, keys } = check;
  const findings = await checkNode(check);
  findings.push(...(await checkProgram(check)));
  let config: Config | undefined;
  try {
    config = await findConfig(chain, 'Run the version of Tote that belongs to it.');
  } catch (error) {
    return [...findings, { name: 'config', state: 'differs', text: (error as Error).message }];
  }
  if (!config) {
    const text = 'there is none: tote init creates it';
    return [...findings, { name: 'config', state: 'refused', text }];
  }
  findings.push(...describeConfig(config));
  findings.push(...(await checkServiceKeys(chain, config, keys)));
  findings.push(...(await checkAccounts(chain, config)));
  return findings;
}

async function checkProgram({ chain, code }: ClusterCheck): Promise<Finding[]> {
  const name = 'program';
  const { programAddress: at } = chain;
  try {
    const program = await readProgram(chain, at);
    if (!program) {
      const text = `${at} is not deployed (${clusterOf(chain.genesisHash)}): tote deploy does it`;
      return [{ name, state: 'refused', text }];
    }
    const hash = hashProgram(program.code).slice(0, 12);
    const isSame = hasCode(program, code);
    const text = isSame
      ? `${at}, the same as program/tote.so (${hash}…)`
      : `${at} is not program/tote.so: ${hash}… instead of ${hashProgram(code).slice(0, 12)}…`;
    const authority = program.upgradeAuthority;
    const whose = authority ? `${authority} can replace the program` : 'nobody: it is final';
    return [
      { name, state: isSame ? 'ok' : 'differs', text },
      { name: 'upgrade authority', state: 'ok', text: whose },
      await checkHistory(chain, program.deployedSlot),
    ];
  } catch (error) {
    return [{ name, state: 'refused', text: (error as Error).message }];
  }
}

/** A rebuild reads all transactions of the program. */
async function checkHistory(
  { rpc }: Pick<ClusterCheck['chain'], 'rpc'>,
  deployedSlot: bigint,
): Promise<Finding> {
  const name = 'history';
  const first = await rpc.getFirstAvailableBlock().send();
  if (first <= deployedSlot) return { name, state: 'ok', text: `from slot ${first}` };
  const text =
    `the node has nothing before slot ${first}, and the program is from slot ${deployedSlot}: ` +
    'tote rebuild cannot work with it. Use a node with the whole history; start ' +
    'solana-test-validator with --limit-ledger-size 50000000';
  return { name, state: 'warning', text };
}

function describeConfig(config: Config): Finding[] {
  const { burnBps, developerBps, vetoSeconds, changeDelay, minimumStake } = config;
  const { leadSeconds, horizonSeconds } = config;
  const [sol = 0n, utility = 0n] = minimumStake;
  const stakes = [
    formatMoney(amount(sol), 'SOL', DECIMALS.SOL),
    formatMoney(amount(utility), 'UTILITY', config.utilityDecimals),
  ];
  const rates = `burn ${burnBps} and developer ${developerBps} basis points`;
  const times =
    `veto ${vetoSeconds} s, change delay ${changeDelay} s, lead ${leadSeconds} s, ` +
    `horizon ${horizonSeconds / 86_400} days`;
  const findings: Finding[] = [
    {
      name: 'config',
      state: 'ok',
      text: `${rates}, ${times}, stakes from ${stakes.join(' and ')}`,
    },
  ];
  const warn = (text: string) => findings.push({ name: 'config', state: 'warning', text });
  if (changeDelay === 0) warn('changes take effect at once: set a change delay');
  if (vetoSeconds === 0) warn('there is no veto time: the oracle’s outcomes are final at once');
  const pending = pendingOf(config);
  if (pending) {
    const at = new Date(Number(pending.at) * 1_000).toISOString();
    warn(`a change is pending for ${at}: tote config show`);
  }
  return findings;
}

const LAMPORTS_LOW = 50_000_000n;
/** Exists only while the operator's key is being rotated. */
const NEXT = 'relayer-next';
const NAMES: readonly (ServiceKeyName | typeof NEXT)[] = ['relayer', NEXT, 'oracle', 'keeper'];

async function checkServiceKeys(
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
