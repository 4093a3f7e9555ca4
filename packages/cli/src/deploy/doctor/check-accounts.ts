import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { findObstacle, readWalletToken } from '@tote/conditions/oracles/wallet-token';
import { amount, formatMoney } from '@tote/domain';
import { type Config, findTokenAccount } from '@tote/program-client';
import type { Finding } from '../../doctor/finding.ts';
import { readRents } from '../costs.ts';
import { readAccounts } from '../loader/loader-accounts.ts';
import { readMint } from '../read-mint.ts';

export async function checkAccounts(
  chain: Pick<Chain, 'rpc' | 'addresses' | 'accounts'>,
  { utilityMint, treasury }: Config,
): Promise<Finding[]> {
  const token = await findTokenAccount(treasury, await chain.accounts.getUtility());
  const { vaultSol, vaultUtility, vaultToken } = chain.addresses;
  const places = [treasury, token, vaultSol, vaultUtility, vaultToken];
  const [holder, tokens, ...vaults] = await readAccounts(chain, places);
  const [rent = 0n] = await readRents(chain, [0]);
  const canReceive = (holder?.lamports ?? 0n) >= rent;
  const hasVaults = vaults.every((each) => each !== undefined);
  return [
    await describeMint(chain, utilityMint),
    {
      name: 'treasury',
      state: canReceive ? 'ok' : 'refused',
      text: canReceive
        ? treasury
        : `${treasury} holds less than its rent (${rent} lamports): it cannot receive small fees`,
    },
    describeReceiver({ treasury, token, utilityMint }, tokens),
    {
      name: 'vaults',
      state: hasVaults ? 'ok' : 'refused',
      text: hasVaults ? `${vaultSol}, ${vaultUtility}, ${vaultToken}` : 'one is missing',
    },
  ];
}

/** Only the developer share can wait; the burn share is always burned. */
function describeReceiver(
  { treasury, token, utilityMint }: Record<'treasury' | 'token' | 'utilityMint', Address>,
  account: { owner: Address; data: Uint8Array } | undefined,
): Finding {
  const warning = (text: string): Finding => ({ name: 'treasury', state: 'warning', text });
  if (!account) {
    return warning(`its share of UTILITY waits: send it some, which creates its account ${token}`);
  }
  const found = readWalletToken(utilityMint, { address: token, ...account });
  const obstacle = findObstacle(found, treasury);
  if (!obstacle) return { name: 'treasury', state: 'ok', text: `its UTILITY goes to ${token}` };
  const [what, until] = OBSTACLES[obstacle];
  return warning(`${token} ${what}: fees in UTILITY wait until ${until}`);
}

const OBSTACLES = {
  owner: ['has another owner', 'the treasury owns it again'],
  frozen: ['is frozen', 'it is thawed'],
  memo: ['requires a memo on transfers', 'that is off'],
} as const;

async function describeMint(chain: Pick<Chain, 'rpc'>, mint: Address): Promise<Finding> {
  const name = 'utility';
  try {
    const found = await readMint(chain, mint);
    if (!found) return { name, state: 'refused', text: `there is no token ${mint}` };
    const { decimals, supply, mintAuthority } = found;
    const whose = mintAuthority ? `${mintAuthority} can mint more` : 'nobody can mint more';
    const total = formatMoney(amount(supply), 'UTILITY', decimals);
    return { name, state: 'ok', text: `${mint}, ${decimals} decimals, ${total} exist, ${whose}` };
  } catch (error) {
    return { name, state: 'refused', text: `${mint}: ${(error as Error).message}` };
  }
}
