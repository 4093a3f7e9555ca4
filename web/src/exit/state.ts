import { computed, signal } from '@preact/signals';
import { type Address, getI64Decoder } from '@solana/kit';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Signer } from '@tote/sdk';
import { session } from '../data/session.ts';
import { fetchAccounts } from './chain/accounts.ts';
import { type Deployment, openDeployment, readAddress } from './chain/deployment.ts';
import { fetchHoldings, type Holdings } from './chain/holdings.ts';
import { type ChainMarket, fetchMarkets } from './chain/markets.ts';
import { ExitError, type Node } from './chain/node.ts';

export const rpcUrl = signal('');
export const programText = signal<string>(TOTE_PROGRAM_ADDRESS);

/** What signs: a wallet or a key file, which is kept nowhere else. */
export const chosen = signal<{ readonly name: string; readonly signer: Signer } | undefined>(
  undefined,
);
export const viewedWallet = signal('');

export const signer = computed(() => chosen.value?.signer ?? session.value?.signer);
const walletText = computed(() => signer.value?.address ?? viewedWallet.value);

export interface View {
  readonly deployment: Deployment;
  readonly chainTime: UnixSeconds;
  readonly holdings: Holdings | undefined;
  readonly markets: ReadonlyMap<Address, ChainMarket>;
}

export const view = signal<View | undefined>(undefined);
export const isReading = signal(false);
export const problem = signal('');

const wanted = new Set<Address>();

export async function run(read: () => Promise<void>): Promise<void> {
  isReading.value = true;
  problem.value = '';
  try {
    await read();
  } catch (error) {
    problem.value = (error as Error).message;
  } finally {
    isReading.value = false;
  }
}

let source = '';

export function connect(): Promise<void> {
  const asked = `${rpcUrl.value} ${programText.value}`;
  if (view.value && asked === source) return refresh();
  return run(async () => {
    view.value = undefined;
    wanted.clear();
    await readAgain(await openDeployment(rpcUrl.value, programText.value));
    source = asked;
  });
}

export const refresh = (): Promise<void> => run(reread);

async function reread(): Promise<void> {
  const { deployment } = view.peek() ?? {};
  if (deployment) await readAgain(deployment);
}

/** Reads them with the wallet's own from now on. */
export async function addMarkets(found: readonly Address[]): Promise<void> {
  for (const address of found) wanted.add(address);
  await reread();
}

async function readAgain(deployment: Deployment): Promise<void> {
  const text = walletText.peek();
  const wallet = text === '' ? undefined : readAddress(text, 'The wallet');
  const holdings = wallet && (await fetchHoldings(deployment, wallet));
  const own = holdings?.positions.map(({ market }) => market) ?? [];
  const addresses = [...new Set([...own, ...wanted])];
  const [chainTime, markets] = await Promise.all([
    fetchChainTime(deployment.node),
    fetchMarkets(deployment, addresses),
  ]);
  view.value = {
    ...{ deployment, chainTime, holdings },
    markets: new Map(markets.map((market) => [market.address, market])),
  };
}

const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111' as Address;
const UNIX_TIMESTAMP_OFFSET = 32;

async function fetchChainTime(node: Node): Promise<UnixSeconds> {
  const [clock] = await fetchAccounts(node, [CLOCK_SYSVAR]);
  if (!clock) throw new ExitError('The node does not know the time of the chain. Try another one.');
  return unixSeconds(getI64Decoder().decode(clock.data, UNIX_TIMESTAMP_OFFSET));
}
