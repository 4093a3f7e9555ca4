import { type Address, isAddress } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { compileCondition } from '@tote/conditions/compile-condition';
import type {
  ConditionInput,
  OtherToken,
  SupplyControl,
  TokenHints,
} from '@tote/conditions/condition-input';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findAccount, isMissing, type Sample } from '@tote/conditions/oracles/account-snapshot';
import { discoverPools, type FoundPools } from '@tote/conditions/oracles/discover-pools';
import { findSupplyKey } from '@tote/conditions/oracles/layouts/supply-key';
import { DEPTH_MIN_LAMPORTS, liquidityOf } from '@tote/conditions/oracles/prices/token-price';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { findOtherToken } from '@tote/conditions/questions/subject';
import { findMeteoraLaunch, listHintAccounts, readTokenHints } from '@tote/conditions/token-hints';

export interface KnownToken {
  readonly hints: TokenHints;
  readonly supply: SupplyControl;
  readonly pools?: FoundPools;
}

export interface KnownTokens {
  readonly token?: KnownToken;
  readonly other?: KnownToken & OtherToken;
}

export async function readTokens(
  chain: Pick<Chain, 'rpc'>,
  asked: ConditionInput,
): Promise<KnownTokens> {
  const { tokenAddress: mint } = asked;
  if (mint === null || !isAddress(mint)) return {};
  // What decides comes first, even if the question names another token.
  const address = readOther(asked.condition) ?? findOtherToken(asked);
  const [token, found] = await Promise.all([
    readToken(chain, mint),
    address && address !== mint ? readToken(chain, address) : undefined,
  ]);
  const other = address && found && { ...found, address };
  const needed = await listNeeded({ ...asked, token: token.hints, otherToken: other });
  const launch = needed.launch ? await findMeteoraLaunch(chain, mint) : {};
  const launched = { ...token, hints: { ...token.hints, ...launch } };
  const pooled = needed.pool ? await findPools(chain, mint, launched) : launched;
  if (!other || !needed.otherPool) return { token: pooled, ...(other && { other }) };
  const { address: at } = other;
  return { token: pooled, other: { ...(await findPools(chain, at, other)), address: at } };
}

function readOther(condition: unknown): Address | undefined {
  const { other } = (condition ?? {}) as { other?: unknown };
  return typeof other === 'string' && isAddress(other) ? other : undefined;
}

async function readToken(chain: Pick<Chain, 'rpc'>, mint: Address): Promise<KnownToken> {
  const sample = await readSample(chain, await listHintAccounts(mint));
  return { hints: await readTokenHints(sample, mint), supply: readSupplyControl(sample, mint) };
}

async function findPools(
  chain: Pick<Chain, 'rpc'>,
  mint: Address,
  token: KnownToken,
): Promise<KnownToken> {
  if (!token.hints.mint) return token;
  const pools = await discoverPools(chain, mint);
  const deepest = pools.pools.find(({ depth }) => depth >= DEPTH_MIN_LAMPORTS);
  if (!deepest) return { ...token, hints: { ...token.hints, ...pools.quoted }, pools };
  const liquidity = String(liquidityOf(deepest, token.hints.mint.decimals));
  return { ...token, hints: { ...token.hints, pool: deepest.pool, liquidity }, pools };
}

function readSupplyControl(sample: Sample, mint: Address): SupplyControl {
  const account = findAccount(sample, mint);
  if (!account) return { kind: 'unread' };
  if (isMissing(account)) return { kind: 'absent' };
  const key = findSupplyKey(account);
  if (!key.ok) return { kind: 'unread' };
  return key.value === null ? { kind: 'nobody' } : { kind: 'key', ...key.value };
}

type Needed = { pool?: boolean; otherPool?: boolean; launch?: boolean };

async function listNeeded(asked: ConditionInput): Promise<Needed> {
  const isLaunchUnknown = asked.token?.launchpad === null;
  const { launchpad: _, ...hints } = asked.token ?? {};
  // Only an event asks for a launch of Meteora, which has to be searched. Any one stands for it.
  const launch = { pool: asked.tokenAddress as Address, poolType: 'virtual' } as const;
  try {
    const { condition } = await compileCondition(
      isLaunchUnknown ? { ...asked, token: { ...hints, launch } } : asked,
    );
    const [own, other] = kindOf(condition).tokens?.(condition) ?? [];
    return {
      ...{ pool: own?.pool === null, otherPool: other?.pool === null },
      launch: isLaunchUnknown && condition.type === 'token_event',
    };
  } catch {
    // The error is reported when the condition is compiled with all hints.
    return {};
  }
}
