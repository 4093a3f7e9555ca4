import type { ListedCommand } from './command.ts';

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'markets',
    about: 'lists markets',
    load: () => import('./commands/markets.ts'),
  },
  {
    name: 'market',
    about: 'shows one market',
    load: () => import('./commands/market.ts'),
  },
  {
    name: 'create',
    about: 'previews a market, asks, and creates it',
    load: () => import('./commands/create.ts'),
  },
  {
    name: 'bet',
    about: 'shows what a bet would pay, asks, and places it',
    load: () => import('./commands/bet.ts'),
  },
  {
    name: 'watch',
    about: 'shows odds and events as they happen',
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'positions',
    about: 'shows balances, allowance and stakes',
    load: () => import('./commands/positions.ts'),
  },
  {
    name: 'statement',
    about: 'lists the changes of the wallet’s balances',
    load: () => import('./commands/statement.ts'),
  },
  {
    name: 'wallet new',
    about: 'creates a key',
    load: () => import('./commands/wallet/new.ts'),
  },
  {
    name: 'wallet import',
    about: 'imports an existing key',
    load: () => import('./commands/wallet/import.ts'),
  },
  {
    name: 'wallet show',
    about: 'lists the stored wallets, or shows one',
    load: () => import('./commands/wallet/show.ts'),
  },
  {
    name: 'wallet allow',
    about: 'lets the service bet for the wallet, up to a limit',
    load: () => import('./commands/wallet/allow.ts'),
  },
  {
    name: 'wallet revoke',
    about: 'revokes that permission',
    load: () => import('./commands/wallet/revoke.ts'),
  },
  {
    name: 'wallet deposit',
    about: 'moves money from the wallet to its account',
    load: () => import('./commands/wallet/deposit.ts'),
  },
  {
    name: 'wallet withdraw',
    about: 'moves money back to the wallet',
    load: () => import('./commands/wallet/withdraw.ts'),
  },
  {
    name: 'keys list',
    about: 'lists the API keys of the wallet',
    load: () => import('./commands/keys/list.ts'),
  },
  {
    name: 'keys create',
    about: 'creates an API key and shows it once',
    load: () => import('./commands/keys/create.ts'),
  },
  {
    name: 'keys revoke',
    about: 'revokes an API key for good',
    load: () => import('./commands/keys/revoke.ts'),
  },
  {
    name: 'leaderboard',
    about: 'lists the wallets with the highest profits',
    load: () => import('./commands/leaderboard.ts'),
  },
  {
    name: 'verify',
    about: 'recomputes and compares the outcome and every payout of a market',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'resolve',
    about: 'resolves a market by its fact, as anybody may',
    load: () => import('./commands/resolve.ts'),
  },
  {
    name: 'attest',
    about: 'attests an outcome as the oracle; alone: lists pending markets',
    load: () => import('./commands/attest.ts'),
  },
  {
    name: 'veto',
    about: 'vetoes an outcome as the guardian',
    load: () => import('./commands/veto.ts'),
  },
  {
    name: 'faucet',
    about: 'gets play money (embedded chain only)',
    load: () => import('./commands/faucet.ts'),
  },
  {
    name: 'clock',
    about: 'shows the chain’s time, or moves it (sandbox only)',
    load: () => import('./commands/clock.ts'),
  },
  {
    name: 'deploy',
    about: 'deploys or upgrades the program on a cluster',
    load: () => import('./commands/deploy.ts'),
  },
  {
    name: 'init',
    about: 'creates the keys, token and Config of a deployed program',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'config show',
    about: 'shows a program’s Config and pending change',
    load: () => import('./commands/config/show.ts'),
  },
  {
    name: 'config announce',
    about: 'announces a change of the Config',
    load: () => import('./commands/config/announce.ts'),
  },
  {
    name: 'config apply',
    about: 'applies an announced change',
    load: () => import('./commands/config/apply.ts'),
  },
  {
    name: 'config cancel',
    about: 'cancels an announced change',
    load: () => import('./commands/config/cancel.ts'),
  },
  {
    name: 'config disable-keys',
    about: 'disables stolen operator or oracle keys at once',
    load: () => import('./commands/config/disable-keys.ts'),
  },
  {
    name: 'doctor',
    about: 'checks the service, or everything on a cluster',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'completion',
    about: 'prints completions for bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
];

export function findCommand(name: string): ListedCommand | undefined {
  return COMMANDS.find((each) => each.name === name);
}

export function listGroup(group: string): readonly ListedCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}
