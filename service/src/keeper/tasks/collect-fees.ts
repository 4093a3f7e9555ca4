// Sends developer shares to the treasury and burns the burn shares in UTILITY.

import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Currency } from '@tote/domain';
import {
  findTokenAccount,
  getCollectFeesInstruction,
  Currency as ProgramCurrency,
} from '@tote/program-client';
import type { ServiceKeys } from '../../settings/keys.ts';
import { type LandingContext, landAndIngest } from '../../submissions/land-and-ingest.ts';
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

interface CollectFeesContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

interface Collectable {
  readonly currencies: readonly Currency[];
  /** Its developer share of UTILITY waits, because it cannot be paid to this account. */
  readonly unpaid?: { readonly treasury: Address; readonly account: Address };
}

async function findCollectable({ chain }: CollectFeesContext): Promise<Collectable> {
  const { sol, utility } = await chain.accounts.getVaults();
  const unpaid = utility.feesDeveloper > 0n ? await findUnpaid(chain) : undefined;
  const isPaid = utility.feesDeveloper > 0n && !unpaid;
  return {
    currencies: [
      // The burn share of SOL stays for the buyback.
      ...(sol.feesDeveloper > 0n ? (['SOL'] as const) : []),
      ...(utility.feesBurn > 0n || isPaid ? (['UTILITY'] as const) : []),
    ],
    ...(unpaid && { unpaid }),
  };
}

/** The program burns the other share all the same. */
async function findUnpaid(chain: Chain): Promise<Collectable['unpaid']> {
  const { treasury } = await chain.accounts.getConfig();
  const config = await chain.accounts.getUtility();
  const account = await findTokenAccount(treasury, config);
  const token = await readTokenAccount({ chain, config }, account);
  const isPayable = token?.owner === treasury && !token.isFrozen && !token.requiresMemo;
  return isPayable ? undefined : { treasury, account };
}

async function collectFees(context: CollectFeesContext, currency: Currency): Promise<void> {
  const instructions =
    currency === 'SOL' ? await collectSol(context) : await collectUtility(context);
  await landAndIngest(context, instructions, [context.keys.keeper]);
}

async function collectSol({ chain }: CollectFeesContext): Promise<Instruction[]> {
  const { treasury } = await chain.accounts.getConfig();
  const { config, vaultSol } = chain.addresses;
  const input = { config, vault: vaultSol, currency: ProgramCurrency.Sol, treasury } as const;
  return [getCollectFeesInstruction(input, { programAddress: chain.programAddress })];
}

async function collectUtility({ chain }: CollectFeesContext): Promise<Instruction[]> {
  const { treasury } = await chain.accounts.getConfig();
  const utility = await chain.accounts.getUtility();
  const { config, vaultUtility, vaultToken } = chain.addresses;
  const input = {
    config,
    vault: vaultUtility,
    currency: ProgramCurrency.Utility,
    treasuryToken: await findTokenAccount(treasury, utility),
    vaultToken,
    ...utility,
  } as const;
  return [getCollectFeesInstruction(input, { programAddress: chain.programAddress })];
}
