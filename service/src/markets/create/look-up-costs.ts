// Reads what the warnings of a new market need beyond its own accounts: what it would cost to
// move the value that decides it.
import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import { type AccountSnapshot, findAccount } from '@tote/conditions/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { findLaunchPools } from '@tote/conditions/oracles/discover-pools';
import { DEPTH_MIN_LAMPORTS } from '@tote/conditions/oracles/prices/token-price';
import type { Rational } from '@tote/conditions/oracles/rational';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { DomainError } from '@tote/domain';

/** A field that is left out is unknown. */
export interface KnownCosts {
  /** SOL per token, in the deepest pool of its launch. */
  readonly price?: Rational;
  /** Lamports that a new token account must hold. */
  readonly tokenAccountRent?: bigint;
  /** The bonding curve, which must sell out before the token migrates. */
  readonly curve?: AccountSnapshot;
}

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
  switch (condition.type) {
    case 'token_supply':
      return findPrice(chain, condition.tokenAddress);
    case 'holder_count': {
      const [price, tokenAccountRent] = await Promise.all([
        findPrice(chain, condition.tokenAddress),
        chain.rpc.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES).send(),
      ]);
      return { ...price, tokenAccountRent };
    }
    case 'token_event': {
      if (condition.launchpad !== 'pump') return {};
      const address = await findPumpCurveAddress(condition.tokenAddress);
      const curve = findAccount(await readSample(chain, [address]), address);
      return curve ? { curve } : {};
    }
    default:
      return {};
  }
}

async function findPrice(
  chain: Pick<Chain, 'rpc'>,
  mint: Parameters<typeof findLaunchPools>[1],
): Promise<KnownCosts> {
  const [deepest] = await findLaunchPools(chain, mint);
  return deepest && deepest.depth >= DEPTH_MIN_LAMPORTS ? { price: deepest.price } : {};
}
