// Reads what the warnings of a new market need beyond its own accounts: what it would cost to
// move the value that decides it.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import type { KnownCosts } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findAccount } from '@tote/conditions/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { findLaunchPools } from '@tote/conditions/oracles/discover-pools';
import { DEPTH_MIN_LAMPORTS } from '@tote/conditions/oracles/prices/token-price';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { DomainError } from '@tote/domain';

/** Of the Token program; accounts of Token-2022 are a little larger. */
const TOKEN_ACCOUNT_BYTES = 165n;

export async function lookUpCosts(
  chain: Pick<Chain, 'rpc'>,
  condition: Condition,
): Promise<KnownCosts> {
  try {
    return await lookUp(chain, condition);
  } catch (error) {
    // Only the warnings need it, so creation continues without it.
    if (error instanceof DomainError && error.code === 'chain_unavailable') return {};
    throw error;
  }
}

async function lookUp(chain: Pick<Chain, 'rpc'>, condition: Condition): Promise<KnownCosts> {
  const { tokenAddress } = condition;
  const needed = kindOf(condition).costs?.(condition) ?? [];
  if (tokenAddress === null) return {};
  const found = await Promise.all(needed.map((name) => FINDERS[name](chain, tokenAddress)));
  return Object.assign({}, ...found);
}

type FindCost = (chain: Pick<Chain, 'rpc'>, mint: Address) => Promise<KnownCosts>;

const FINDERS: Readonly<Record<keyof KnownCosts, FindCost>> = {
  async price(chain, mint) {
    const [deepest] = await findLaunchPools(chain, mint);
    return deepest && deepest.depth >= DEPTH_MIN_LAMPORTS ? { price: deepest.price } : {};
  },
  async tokenAccountRent({ rpc }) {
    const rent = rpc.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
    return { tokenAccountRent: await rent.send() };
  },
  async curve(chain, mint) {
    const address = await findPumpCurveAddress(mint);
    const curve = findAccount(await readSample(chain, [address]), address);
    return curve ? { curve } : {};
  },
};
