// Reads the token of a new market from the chain: its names, its supply key and its pools.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { compileCondition } from '@tote/conditions/compile-condition';
import type { Condition } from '@tote/conditions/condition';
import type { ConditionInput, TokenHints } from '@tote/conditions/condition-kind';
import type { SupplyControl } from '@tote/conditions/custom-reasons';
import { listHintAccounts, readTokenHints } from '@tote/conditions/token-hints';
import { findAccount, isMissing, type Sample } from '@tote/oracles/account-snapshot';
import { discoverPools, type FoundPools } from '@tote/oracles/discover-pools';
import { findSupplyKey } from '@tote/oracles/layouts/supply-key';
import { DEPTH_MIN_LAMPORTS } from '@tote/oracles/prices/token-price';
import { readSample } from '@tote/oracles/read-sample';

export interface KnownToken {
  readonly hints: TokenHints;
  readonly supply: SupplyControl;
  /** Left out: not searched. */
  readonly pools?: FoundPools;
}

export async function readToken(
  chain: Pick<Chain, 'rpc'>,
  mint: Address,
  asked: ConditionInput,
): Promise<KnownToken> {
  const sample = await readSample(chain, await listHintAccounts(mint));
  const hints = await readTokenHints(sample, mint);
  const supply = readSupplyControl(sample, mint);
  if (!hints.mint || !(await needsPools({ ...asked, token: hints }))) return { hints, supply };
  const pools = await discoverPools(chain, mint);
  const pool = chooseDeepest(pools);
  return { hints: pool === undefined ? hints : { ...hints, pool }, supply, pools };
}

function readSupplyControl(sample: Sample, mint: Address): SupplyControl {
  const account = findAccount(sample, mint);
  if (!account) return { kind: 'unread' };
  if (isMissing(account)) return { kind: 'absent' };
  const key = findSupplyKey(account);
  if (!key.ok) return { kind: 'unread' };
  return key.value === null ? { kind: 'nobody' } : { kind: 'key', ...key.value };
}

/** Only prices and capitalisations are read from pools, and a search takes long. */
async function needsPools(asked: ConditionInput): Promise<boolean> {
  try {
    const { condition } = await compileCondition(asked);
    return isPoolMeasured(condition) && condition.pool === null;
  } catch {
    // The error is reported when the condition is compiled with all hints.
    return false;
  }
}

/** The pool with the most SOL, unless it is too thin to count. */
function chooseDeepest({ pools }: FoundPools): Address | undefined {
  return pools.find(({ depth }) => depth >= DEPTH_MIN_LAMPORTS)?.pool;
}

type PoolCondition = Extract<Condition, { readonly pool: unknown }>;

export function isPoolMeasured(condition: Condition): condition is PoolCondition {
  return condition.type === 'token_price' || condition.type === 'market_cap';
}
