import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentAccount } from '../presenters/account.ts';
import type { RouteContext } from '../route-context.ts';
import { AccountResponse } from '../schemas/account.ts';

export function getAccountRoute(app: FastifyInstance, { queries, access }: RouteContext): void {
  app.get(
    '/account',
    {
      ...describeOperation({
        id: 'getAccount',
        tag: 'Account',
        summary: 'Get your balances, delegate and positions',
        credential: 'required',
        responses: { 200: AccountResponse },
      }),
      preValidation: access.required('read'),
    },
    async (request): Promise<AccountResponse> => {
      const account = await queries.getAccount(callerOf(request).wallet);
      return presentAccount(account, queries.config().decimals);
    },
  );
}
