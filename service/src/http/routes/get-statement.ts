import type { FastifyInstance, FastifyReply } from 'fastify';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import { presentStatement, writeStatementCsv } from '../presenters/statement.ts';
import type { RouteContext } from '../route-context.ts';
import { StatementCsv, StatementQuery, StatementResponse } from '../schemas/ledger.ts';

export function getStatementRoute(app: FastifyInstance, { queries, access }: RouteContext): void {
  app.get<{ Querystring: StatementQuery }>(
    '/account/statement',
    {
      ...describeOperation({
        id: 'getStatement',
        tag: 'Account',
        summary: 'Get everything that changed your balances in a period, as JSON or CSV',
        credential: 'required',
        query: StatementQuery,
        responses: { 200: StatementResponse },
        otherMediaTypes: { 'text/csv': StatementCsv },
        errors: [
          'field_invalid',
          'timestamp_malformed',
          'statement_too_long',
          'statement_incomplete',
        ],
      }),
      preValidation: access.required('read'),
    },
    async (request, reply): Promise<StatementResponse | FastifyReply> => {
      const { from, to, format = 'json' } = request.query;
      const statement = await queries.getStatement(callerOf(request).wallet, { from, to });
      const { decimals } = queries.config();
      if (format === 'json') return presentStatement(statement, decimals);
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="statement.csv"');
      return reply.send(writeStatementCsv(statement, decimals));
    },
  );
}
