// A made-up launchpad on the embedded chain. Its tokens migrate by real transactions: it gives up
// their mint authority. Whoever counts launches reads them as those of any launchpad.
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { type Key, keyFromSeed } from '@tote/chain/key';
import { sha256 } from '@tote/chain/lib/sha256';
import { DEMO_LAUNCHPAD } from '@tote/conditions/launches/launchpads';
import type { UnixSeconds } from '@tote/domain';
import type { Localnet } from '@tote/localnet';
import { demoAddress, mintAccount } from './token-accounts.ts';

/** Nobody needs to keep it secret: only demo markets count what it signs. */
const SEED = sha256('tote demo launchpad');
const LAMPORTS = 1_000_000_000n;
const LAUNCH_SECONDS = 120;

interface DemoLaunchpadOptions {
  readonly chain: Pick<Chain, 'send'>;
  readonly sandbox: Pick<Localnet['sandbox'], 'setAccounts'>;
  /** Whether a market counts its launches. Otherwise there are none. */
  readonly countsLaunches?: () => Promise<boolean>;
}

export class DemoLaunchpad {
  readonly #options: DemoLaunchpadOptions;
  #key: Key | undefined;
  #launch = -1;

  constructor(options: DemoLaunchpadOptions) {
    this.#options = options;
  }

  /** At most one token each time, and one in two minutes. */
  async update(now: UnixSeconds): Promise<void> {
    const launch = Math.floor(now / LAUNCH_SECONDS);
    if (launch === this.#launch) return;
    this.#launch = launch;
    const { chain, sandbox, countsLaunches } = this.#options;
    if (!(await countsLaunches?.())) return;
    this.#key ??= await keyFromSeed(SEED);
    const { signer } = this.#key;
    const mint = demoAddress(`launch ${launch}`);
    await sandbox.setAccounts([
      { address: DEMO_LAUNCHPAD, lamports: LAMPORTS },
      mintAccount(mint, { supply: 1_000n, decimals: 0, mintAuthority: DEMO_LAUNCHPAD }),
    ]);
    const revoke = getSetAuthorityInstruction({
      ...{ owned: mint, owner: signer, newAuthority: null },
      authorityType: AuthorityType.MintTokens,
    });
    await chain.send([revoke], [this.#key]);
  }
}
