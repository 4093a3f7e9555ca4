import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentPerCurrency, presentPosition } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { Position } from '../schemas/market.ts';

const AccountResponse = s.response({
  wallet: s.addressOut(),
  balances: s.perCurrency(s.amountOut('What can be staked or withdrawn.')),
  staked: s.perCurrency(s.amountOut()),
  delegate: s.orNull(
    s.response({
      address: s.addressOut(),
      expiresAt: s.instantOut(),
      allowance: s.perCurrency(s.amountOut('What the delegate may still stake.')),
    }),
  ),
  autoWithdraw: s.flag('Winnings are sent to the wallet automatically.'),
  sweepable: s.perCurrency(
    s.amountOut('Winnings in the balance that are sent when `autoWithdraw` is switched on.'),
  ),
  open: s.flag('Whether the wallet has an account on chain.'),
  slots: s.response({ total: Type.Integer(), used: Type.Integer() }),
  positions: Type.Array(Position),
});

export const getAccount = defineRoute('GET /v1/account', {
  tag: 'Account',
  summary: 'Get your balances, delegate and positions',
  scope: 'read',
  response: s.named('Account', AccountResponse),
  async handle({ queries }, request) {
    const account = await queries.getAccount(callerOf(request).wallet);
    const { balances, staked, delegate, sweepable, positions } = account;
    const { decimals } = queries.config();
    return {
      ...account,
      balances: presentPerCurrency(balances, decimals),
      staked: presentPerCurrency(staked, decimals),
      sweepable: presentPerCurrency(sweepable, decimals),
      delegate: delegate && {
        ...delegate,
        allowance: presentPerCurrency(delegate.allowance, decimals),
      },
      open: account.isOpen,
      positions: positions.map((position) => presentPosition(position, decimals)),
    };
  },
});
