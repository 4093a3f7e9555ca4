import type { Account } from '@tote/sdk';
import { defineCommand, WALLET_OPTIONS } from '../command.ts';
import { facts, money, time } from '../format.ts';
import { renderTable, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: 'Shows the balances of the wallet, what the service may bet for it, and its stakes.',
  options: WALLET_OPTIONS,
  examples: ['positions', 'positions --wallet alice --json'],
  async run({ session }) {
    const account = await (await session.connect()).getAccount();
    session.show(account, () => describe(account, session.screen?.columns));
  },
});

function describe(account: Account, columns: number | undefined): Text[][] {
  const { balances, staked, delegate, positions, slots } = account;
  const both = (amounts: Account['balances']) => `${amounts.SOL} SOL, ${amounts.UTILITY} UTILITY`;
  const rows = positions.map((position): Text[] => [
    position.marketId,
    money(position.stakes.Yes, position.currency),
    money(position.stakes.No, position.currency),
    position.payout ?? `${position.payoutIfYes} / ${position.payoutIfNo}`,
    position.status,
    position.question,
  ]);
  return [
    ...facts([
      ['Wallet', account.wallet],
      ['Balance', account.open ? both(balances) : 'no account yet: tote wallet deposit opens one'],
      ['Staked', both(staked)],
      [
        'Allowance',
        delegate
          ? `${both(delegate.allowance)}, until ${time(delegate.expiresAt)}`
          : 'none: tote wallet allow, or bets with --self',
      ],
      ['Winnings', account.autoWithdraw ? 'sent to the wallet' : 'kept in the balance'],
      ['Slots', `${slots.used} of ${slots.total} used`],
    ]),
    ...(rows.length === 0
      ? []
      : [
          [''],
          ...renderTable(
            ['Market', 'On Yes', 'On No', 'Pays (Yes / No)', 'State', 'Question'],
            rows,
            columns,
          ),
        ]),
  ];
}
