// Sends developer shares to the treasury and burns the burn shares in UTILITY.
import type { Chain } from '@tote/chain/chain';
import { findObstacle } from '@tote/conditions/oracles/wallet-token';
import type { Currency } from '@tote/domain';
import {
  findTokenAccount,
  getCollectFeesInstruction,
  Currency as ProgramCurrency,
} from '@tote/program-client';
import { type KeeperContext, landAndIngest } from '../../submissions/land-and-ingest.ts';
import { readTokenAccount } from '../../submissions/prepare/draft-funds.ts';
import type { Task, TaskContext } from '../task.ts';

export function collectDueFees(context: TaskContext): Task {
  let reported: string | undefined;
  return {
    name: 'collect-fees',
    part: 'collect-fees',
    atOnce: 2,
    pollMs: 30_000,
    wokenBy: ['close-settled-markets'],
    async find(_limit, canTry) {
      const { currencies, unpaid } = await findCollectable(context);
      if (unpaid && unpaid.account !== reported) {
        context.log.error(
          { ...unpaid, alarm: 'treasury_unpaid' },
          'The developer share of UTILITY waits: the treasury has no token account for it. ' +
            'Send the treasury any amount of UTILITY, which makes the account.',
        );
      }
      reported = unpaid?.account;
      return currencies.filter(canTry).map((currency) => ({
        subject: currency,
        run: (signal) => collectFees({ ...context, signal }, currency),
      }));
    },
  };
}

async function findCollectable({ chain }: KeeperContext) {
  const { sol, utility } = await chain.accounts.getVaults();
  const unpaid = utility.feesDeveloper > 0n ? await findUnpaid(chain) : undefined;
  const isPaid = utility.feesDeveloper > 0n && !unpaid;
  const currencies: Currency[] = [
    // The burn share of SOL stays for the buyback.
    ...(sol.feesDeveloper > 0n ? (['SOL'] as const) : []),
    ...(utility.feesBurn > 0n || isPaid ? (['UTILITY'] as const) : []),
  ];
  return { currencies, unpaid };
}

/** The program burns the other share all the same. */
async function findUnpaid(chain: Chain) {
  const { treasury } = await chain.accounts.getConfig();
  const config = await chain.accounts.getUtility();
  const account = await findTokenAccount(treasury, config);
  const token = await readTokenAccount({ chain, config }, account);
  return findObstacle(token, treasury) ? { treasury, account } : undefined;
}

async function collectFees(context: KeeperContext, currency: Currency): Promise<void> {
  const { chain, keys } = context;
  const { treasury } = await chain.accounts.getConfig();
  const utility = await chain.accounts.getUtility();
  const { config, vaultSol, vaultUtility, vaultToken } = chain.addresses;
  const treasuryToken = await findTokenAccount(treasury, utility);
  const tokens = { vault: vaultUtility, treasuryToken, vaultToken, ...utility };
  const input =
    currency === 'SOL'
      ? ({ config, vault: vaultSol, currency: ProgramCurrency.Sol, treasury } as const)
      : ({ config, ...tokens, currency: ProgramCurrency.Utility } as const);
  const instruction = getCollectFeesInstruction(input, chain);
  await landAndIngest(context, [instruction], [keys.keeper]);
}
