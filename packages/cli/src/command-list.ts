import type { ListedCommand } from './command.ts';

type Row = readonly [name: string, about: string, load: ListedCommand['load']];

const ROWS: readonly Row[] = [
  ['markets', 'lists markets', () => import('./commands/markets.ts')],
  ['market', 'shows one market', () => import('./commands/market.ts')],
  ['create', 'previews a market, asks, and creates it', () => import('./commands/create.ts')],
  ['bet', 'shows what a bet would pay, asks, and places it', () => import('./commands/bet.ts')],
  ['watch', 'shows odds and events as they happen', () => import('./commands/watch.ts')],
  ['positions', 'shows balances, allowance and stakes', () => import('./commands/positions.ts')],
  [
    'statement',
    'lists the changes of the wallet’s balances',
    () => import('./commands/statement.ts'),
  ],
  ['wallet new', 'creates a key', () => import('./commands/wallet/new.ts')],
  ['wallet import', 'imports an existing key', () => import('./commands/wallet/import.ts')],
  [
    'wallet show',
    'lists the stored wallets, or shows one',
    () => import('./commands/wallet/show.ts'),
  ],
  [
    'wallet allow',
    'lets the service bet for the wallet, up to a limit',
    () => import('./commands/wallet/allow.ts'),
  ],
  ['wallet revoke', 'revokes that permission', () => import('./commands/wallet/revoke.ts')],
  [
    'wallet deposit',
    'moves money from the wallet to its account',
    () => import('./commands/wallet/deposit.ts'),
  ],
  [
    'wallet withdraw',
    'moves money back to the wallet',
    () => import('./commands/wallet/withdraw.ts'),
  ],
  [
    'wallet auto-withdraw',
    'sends winnings to the wallet as they come, or stops that',
    () => import('./commands/wallet/auto-withdraw.ts'),
  ],
  ['keys list', 'lists the API keys of the wallet', () => import('./commands/keys/list.ts')],
  [
    'keys create',
    'creates an API key and shows it once',
    () => import('./commands/keys/create.ts'),
  ],
  ['keys revoke', 'revokes an API key for good', () => import('./commands/keys/revoke.ts')],
  ['series list', 'lists series', () => import('./commands/series/list.ts')],
  [
    'series show',
    'shows a series with its rounds and results',
    () => import('./commands/series/show.ts'),
  ],
  [
    'series create',
    'starts a market that is opened again and again',
    () => import('./commands/series/create.ts'),
  ],
  ['series stop', 'stops a series for good', () => import('./commands/series/stop.ts')],
  [
    'leaderboard',
    'lists the wallets with the highest profits',
    () => import('./commands/leaderboard.ts'),
  ],
  [
    'verify',
    'recomputes and compares the outcome and every payout of a market',
    () => import('./commands/verify.ts'),
  ],
  [
    'resolve',
    'resolves a market by its fact, as anybody may',
    () => import('./commands/resolve.ts'),
  ],
  [
    'attest',
    'attests an outcome as the oracle; alone: lists pending markets',
    () => import('./commands/attest.ts'),
  ],
  ['veto', 'vetoes an outcome as the guardian', () => import('./commands/veto.ts')],
  ['hide', 'hides a market as an operator', () => import('./commands/hide.ts')],
  ['unhide', 'shows a hidden market again', () => import('./commands/unhide.ts')],
  ['mcp', 'lets an assistant bet, within limits', () => import('./commands/mcp.ts')],
  ['faucet', 'gets play money (embedded chain only)', () => import('./commands/faucet.ts')],
  [
    'clock',
    'shows the chain’s time, or moves it (sandbox only)',
    () => import('./commands/clock.ts'),
  ],
  [
    'sandbox',
    'plays a market of a type to its payout (sandbox only)',
    () => import('./commands/sandbox.ts'),
  ],
  ['deploy', 'deploys or upgrades the program on a cluster', () => import('./commands/deploy.ts')],
  [
    'init',
    'creates the keys, token and Config of a deployed program',
    () => import('./commands/init.ts'),
  ],
  [
    'config show',
    'shows a program’s Config and pending change',
    () => import('./commands/config/show.ts'),
  ],
  [
    'config announce',
    'announces a change of the Config',
    () => import('./commands/config/announce.ts'),
  ],
  ['config apply', 'applies an announced change', () => import('./commands/config/apply.ts')],
  ['config cancel', 'cancels an announced change', () => import('./commands/config/cancel.ts')],
  [
    'config disable-keys',
    'disables stolen operator or oracle keys at once',
    () => import('./commands/config/disable-keys.ts'),
  ],
  [
    'doctor',
    'checks the service, or everything on a cluster',
    () => import('./commands/doctor.ts'),
  ],
  [
    'completion',
    'prints completions for bash, zsh or fish',
    () => import('./commands/completion.ts'),
  ],
];

export const COMMANDS: readonly ListedCommand[] = ROWS.map(([name, about, load]) => ({
  ...{ name, about, load },
}));

export function findCommand(name: string): ListedCommand | undefined {
  return COMMANDS.find((each) => each.name === name);
}

export function listGroup(group: string): readonly ListedCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}
