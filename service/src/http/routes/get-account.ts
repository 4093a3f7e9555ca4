import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { presentPerCurrency } from '../presenters/amounts.ts';
import { presentPosition } from '../presenters/position.ts';
import { defineRoute } from '../route.ts';
import {
  addressOut,
  amountOut,
  instantOut,
  named,
  orNull,
  perCurrency,
  response,
} from '../schemas/fragments.ts';
import { Position } from '../schemas/market.ts';

const AccountResponse = response({
  wallet: addressOut(),
  balances: perCurrency(amountOut('What can be staked or withdrawn.')),
  staked: perCurrency(amountOut()),
  delegate: orNull(
    response({
      address: addressOut(),
      expiresAt: instantOut(),
      allowance: perCurrency(amountOut('What the delegate may still stake.')),
    }),
  ),
  autoWithdraw: Type.Boolean({ description: 'Winnings are sent to the wallet automatically.' }),
  open: Type.Boolean({ description: 'Whether the wallet has an account on chain.' }),
  slots: response({ total: Type.Integer(), used: Type.Integer() }),
  positions: Type.Array(Position),
});

export const getAccount = defineRoute({
  id: 'getAccount',
  method: 'GET',
  path: '/v1/account',
  tag: 'Account',
  summary: 'Get your balances, delegate and positions',
  scope: 'read',
  response: named('Account', AccountResponse),
  async handle({ queries }, request) {
    const account = await queries.getAccount(callerOf(request).wallet);
    const { balances, staked, delegate, positions } = account;
    const { decimals } = queries.config();
    return {
      ...account,
      balances: presentPerCurrency(balances, decimals),
      staked: presentPerCurrency(staked, decimals),
      delegate: delegate && {
        ...delegate,
        allowance: presentPerCurrency(delegate.allowance, decimals),
      },
      open: account.isOpen,
      positions: positions.map((position) => presentPosition(position, decimals)),
    };
  },
});
