// All commands. Each is loaded when it is called.
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
    about: 'lists what changed the balances of the wallet',
    load: () => import('./commands/statement.ts'),
  },
  {
    name: 'wallet new',
    about: 'makes a key',
    load: () => import('./commands/wallet/new.ts'),
  },
  {
    name: 'wallet import',
    about: 'keeps a key that you have',
    load: () => import('./commands/wallet/import.ts'),
  },
  {
    name: 'wallet show',
    about: 'lists the kept keys, or shows one',
    load: () => import('./commands/wallet/show.ts'),
  },
  {
    name: 'wallet allow',
    about: 'lets the service bet for the wallet, up to an amount',
    load: () => import('./commands/wallet/allow.ts'),
  },
  {
    name: 'wallet revoke',
    about: 'takes that back',
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
    about: 'makes an API key and shows it once',
    load: () => import('./commands/keys/create.ts'),
  },
  {
    name: 'keys revoke',
    about: 'ends an API key for good',
    load: () => import('./commands/keys/revoke.ts'),
  },
  {
    name: 'leaderboard',
    about: 'lists the wallets with the highest profits',
    load: () => import('./commands/leaderboard.ts'),
  },
  {
    name: 'verify',
    about: 'recomputes the outcome and every payout of a market, and compares',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'resolve',
    about: 'brings the fact that decides a market, as anybody may',
    load: () => import('./commands/resolve.ts'),
  },
  {
    name: 'attest',
    about: 'says as the oracle what happened; alone: lists what waits',
    load: () => import('./commands/attest.ts'),
  },
  {
    name: 'veto',
    about: 'turns an outcome into a refund, as the guardian',
    load: () => import('./commands/veto.ts'),
  },
  {
    name: 'faucet',
    about: 'gets play money (embedded chain only)',
    load: () => import('./commands/faucet.ts'),
  },
  {
    name: 'clock',
    about: 'shows the time of the chain, or moves it (sandbox only)',
    load: () => import('./commands/clock.ts'),
  },
  {
    name: 'deploy',
    about: 'deploys or upgrades the program on a cluster',
    load: () => import('./commands/deploy.ts'),
  },
  {
    name: 'init',
    about: 'keys, token and Config of a deployed program',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'config show',
    about: 'shows the Config of a program, and what is announced',
    load: () => import('./commands/config/show.ts'),
  },
  {
    name: 'config announce',
    about: 'announces a change of the Config',
    load: () => import('./commands/config/announce.ts'),
  },
  {
    name: 'config apply',
    about: 'puts an announced change into force',
    load: () => import('./commands/config/apply.ts'),
  },
  {
    name: 'config cancel',
    about: 'takes an announced change back',
    load: () => import('./commands/config/cancel.ts'),
  },
  {
    name: 'config disable-keys',
    about: 'takes the power from operator or oracles at once',
    load: () => import('./commands/config/disable-keys.ts'),
  },
  {
    name: 'doctor',
    about: 'checks what is reachable, or everything on a cluster',
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

/** Commands of a group such as `wallet`. */
export function listGroup(group: string): readonly ListedCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}
