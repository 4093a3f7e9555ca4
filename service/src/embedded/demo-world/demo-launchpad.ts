// A made-up launchpad on the embedded chain. Its tokens migrate by real transactions: it gives up
// their mint authority. Whoever counts launches reads them as those of any launchpad.
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { type Key, keyFromSeed } from '@tote/chain/key';
import { sha256 } from '@tote/chain/lib/sha256';
import { DEMO_LAUNCHPAD } from '@tote/conditions/launches/launchpads';
import type { UnixSeconds } from '@tote/domain';
import { type DemoChain, demoAddress, mintAccount } from './token-accounts.ts';

/** Nobody needs to keep it secret: only demo markets count what it signs. */
const SEED = sha256('tote demo launchpad');
const LAMPORTS = 1_000_000_000n;
const LAUNCH_SECONDS = 120;

interface DemoLaunchpadOptions extends DemoChain {
  /** Whether a market counts its launches. Otherwise there are none. */
  readonly countsLaunches?: () => Promise<boolean>;
}

/** At most one token for each call of what it returns, and one in two minutes. */
export function createDemoLaunchpad({ chain, sandbox, countsLaunches }: DemoLaunchpadOptions) {
  let key: Key | undefined;
  let last = -1;
  return async (now: UnixSeconds): Promise<void> => {
    const launch = Math.floor(now / LAUNCH_SECONDS);
    if (launch === last) return;
    last = launch;
    if (!(await countsLaunches?.())) return;
    key ??= await keyFromSeed(SEED);
    const mint = demoAddress(`launch ${launch}`);
    await sandbox.setAccounts([
      { address: DEMO_LAUNCHPAD, lamports: LAMPORTS },
      mintAccount(mint, { supply: 1_000n, decimals: 0, mintAuthority: DEMO_LAUNCHPAD }),
    ]);
    const revoke = getSetAuthorityInstruction({
      ...{ owned: mint, owner: key.signer, newAuthority: null },
      authorityType: AuthorityType.MintTokens,
    });
    await chain.send([revoke], [key]);
  };
}
