import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { NO_ADDRESS } from '@tote/program-client';
import type { TokenHints } from './condition-input.ts';
import { findAccount, type Sample } from './oracles/account-snapshot.ts';
import {
  findLaunchLabPoolAddress,
  findMetadataAddress,
  findPumpCurveAddress,
} from './oracles/derived-addresses.ts';
import { decodeMetadata, decodeMintMetadata } from './oracles/layouts/metadata.ts';
import { decodeMint } from './oracles/layouts/mint.ts';
import { decodeLaunchLabPool } from './oracles/pools/launchlab.ts';
import { decodeDbcPool, meteoraDbc, readDbcConfig } from './oracles/pools/meteora-dbc.ts';
import { decodePumpCurve } from './oracles/pools/pump-curve.ts';
import { readSample } from './oracles/read-sample.ts';
import { searchProgram } from './oracles/search-pools.ts';

export async function listHintAccounts(mint: Address): Promise<readonly Address[]> {
  const derived = [findPumpCurveAddress, findLaunchLabPoolAddress, findMetadataAddress] as const;
  return [mint, ...(await Promise.all(derived.map((find) => find(mint))))];
}

/** A mint that does not exist gives no hints: it may still be launched anywhere. */
export async function readTokenHints(sample: Sample, tokenAddress: Address): Promise<TokenHints> {
  const account = findAccount(sample, tokenAddress);
  const mint = account && decodeMint(account);
  if (!mint?.ok) return {};
  const { program, decimals } = mint.value;
  const known = { mint: { program, decimals }, ...(await readNames(sample, tokenAddress)) };
  const curveAccount = findAccount(sample, await findPumpCurveAddress(tokenAddress));
  const curve = curveAccount && decodePumpCurve(curveAccount);
  if (curve?.ok) return { ...known, launchpad: 'pump', ...launchOf(curve.value) };
  const poolAccount = findAccount(sample, await findLaunchLabPoolAddress(tokenAddress));
  const pool = poolAccount && decodeLaunchLabPool(poolAccount);
  if (pool?.ok) return { ...known, launchpad: 'launchlab', ...launchOf(pool.value) };
  // Null only if both accounts were read: not read is not the same as not found.
  return curveAccount && poolAccount ? { ...known, launchpad: null } : known;
}

function launchOf({ quoteMint, creator }: { quoteMint: Address; creator: Address }) {
  // Early curves do not name their creator.
  return { quoteMint, ...(creator !== NO_ADDRESS && { creator }) };
}

/** From the token's metadata. Metadata in the mint comes first. */
async function readNames(sample: Sample, tokenAddress: Address) {
  const mint = findAccount(sample, tokenAddress);
  const metadata = findAccount(sample, await findMetadataAddress(tokenAddress));
  const readings = [mint && decodeMintMetadata(mint), metadata && decodeMetadata(metadata)];
  for (const reading of readings) {
    // Metadata that names another mint is not about this token.
    if (!reading?.ok || reading.value.mint !== tokenAddress) continue;
    const { symbol, name } = reading.value;
    if (symbol !== '') return { names: { symbol, name } };
  }
  // Null only if both accounts were read.
  return mint && metadata ? { names: null } : {};
}

const SEARCH_MS = 3_000;

/** Where Meteora sells a token. Nothing if the node refuses to search. */
export async function findMeteoraLaunch(
  source: Pick<Chain, 'rpc'>,
  mint: Address,
): Promise<TokenHints> {
  const search = { ...meteoraDbc, mints: [mint, undefined] } as const;
  const found = await searchProgram(source, search, AbortSignal.timeout(SEARCH_MS)).catch(() => []);
  for (const account of found) {
    const pool = decodeDbcPool(account);
    if (!pool.ok || pool.value.baseMint !== mint) continue;
    const { config, creator, poolType } = pool.value;
    const read = readDbcConfig(await readSample(source, [config]), config);
    if (!read.ok) continue;
    const { quoteMint } = read.value;
    return {
      launchpad: 'meteora',
      launch: { pool: account.address, poolType },
      quoteMint,
      creator,
    };
  }
  return {};
}
