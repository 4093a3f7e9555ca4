// docs/events.md: every event of the feed with its fields.
import { EVENTS } from '../../service/src/feed/events.ts';

const ID = '1794825655000002';
const EXAMPLE = {
  id: ID,
  type: 'odds.changed',
  marketId: 'market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q',
  data: { odds: { Yes: 1, No: 0 }, totalStake: { Yes: 1.5, No: 0 }, sequence: 2 },
  at: '2026-11-15T22:40:55.629Z',
};

const INTRODUCTION = `# The events of the feed

Made by \`npm run generate\` from \`service/src/feed/events.ts\`. Do not edit.

[api.md](api.md#event-streams) says how to read the streams \`GET /v1/events\` and \`GET /v1/ws\`.

Every event comes in the same envelope. One of a stream of server-sent events:

\`\`\`
id: ${ID}
event: ${EXAMPLE.type}
data: ${JSON.stringify(EXAMPLE)}
\`\`\`

- \`id\`: a whole number below 2^53; a stream can be resumed after it
- \`marketId\`: the market that it is about, or null
- \`data\`: the fields of its type, which \`GET /v1/openapi.json\` and \`/docs\` describe
- \`at\`: when it was written, by the clock of the service

Amounts are as in the API, instants are ISO 8601 in UTC. Types and fields may be added: ignore what
you do not know.

"Sent to" says which wallets get an event on a stream with the filter \`wallet\`.
`;

export function renderEvents(): string {
  const rows = Object.entries(EVENTS).map(([type, { when, concerns, data }]) => {
    const fields = Object.keys(data.properties).map((name) => `\`${name}\``);
    return `| \`${type}\` | ${when} | ${concerns ?? ''} | ${fields.join(', ')} |`;
  });
  const table = ['| type | when | sent to | data |', '|---|---|---|---|', ...rows].join('\n');
  return `${INTRODUCTION}\n${table}\n`;
}
