import type { Address } from '@solana/kit';
import { DomainError, LIMITS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { isAddress } from '../ids.ts';
import { NEXT_CURSOR_HEADER, nextCursorHeaders } from '../next-cursor.ts';
import { describeOperation } from '../operation.ts';
import { presentWallet } from '../presenters/ledger.ts';
import type { RouteContext } from '../route-context.ts';
import { WalletQuery, WalletResponse } from '../schemas/ledger.ts';

export function getWalletRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { address: string }; Querystring: WalletQuery }>(
    '/wallets/:address',
    describeOperation({
      id: 'getWallet',
      tag: 'Markets',
      summary: 'Get the positions and results of a wallet, which are public',
      params: ['address'],
      query: WalletQuery,
      responses: { 200: WalletResponse },
      headers: NEXT_CURSOR_HEADER,
      errors: ['resource_not_found', 'limit_out_of_range', 'cursor_invalid'],
    }),
    async ({ params: { address }, query }, reply): Promise<WalletResponse> => {
      if (!isAddress(address)) throw new DomainError('resource_not_found', { resource: 'wallet' });
      const { limit = LIMITS.pageSizeDefault, cursor } = query;
      const wallet = await queries.getWallet(address as Address, { limit, cursor });
      reply.headers(nextCursorHeaders(wallet.nextCursor));
      return presentWallet(wallet, queries.config().decimals);
    },
  );
}
