import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentPerCurrency } from '../presenters/amounts.ts';
import { refuseForeignPage } from '../refuse-foreign-page.ts';
import type { RouteContext } from '../route-context.ts';
import { FaucetBody, FaucetResponse } from '../schemas/account.ts';

export function useFaucetRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access, pages } = context;
  app.post<{ Body: FaucetBody }>(
    '/faucet',
    {
      ...describeOperation({
        id: 'useFaucet',
        tag: 'Account',
        summary: 'Get test funds (embedded chain only)',
        credential: 'required',
        body: FaucetBody,
        keepsKey: true,
        responses: { 200: FaucetResponse },
        errors: [
          ...(['amount_malformed', 'amount_too_precise', 'amount_too_large'] as const),
          ...(['currency_invalid', 'operator_disabled', 'chain_unavailable'] as const),
          ...(['origin_not_allowed', 'host_not_allowed'] as const),
        ],
      }),
      // On a cluster this path does not exist.
      onRequest: (request, _reply, done) => {
        const isEmbedded = queries.config().cluster === 'embedded';
        done(isEmbedded ? refuseForeignPage(request, pages) : new DomainError('route_not_found'));
      },
      preValidation: access.required('bet'),
    },
    async (request): Promise<FaucetResponse> => {
      const { body } = request;
      const { balances, transactionId } = await commands.useFaucet(
        callerOf(request),
        { currency: body.currency, amount: body.amount },
        idempotencyOf(request),
      );
      return { balances: presentPerCurrency(balances, queries.config().decimals), transactionId };
    },
  );
}
