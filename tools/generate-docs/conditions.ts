// docs/conditions.md: every type of condition with its fields, an example and what it says.

import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';
import { describeCondition } from '@tote/conditions/describe-condition';
import { parseCondition } from '@tote/conditions/parse-condition';
import { unixSeconds } from '@tote/domain';
import { renderFields, type Schema } from './schema-table.ts';

const EXPIRY = unixSeconds(1_893_456_000);
const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';

const INTRODUCTION = `# Conditions

Made by \`npm run generate\` from \`packages/conditions/src/condition-schema.ts\`. Do not edit.

A condition decides a market. \`POST /v1/markets\` reads it from the question, or takes it as
\`condition\`; then both must agree. \`POST /v1/markets/preview\` shows what a question becomes. A
condition about a token takes its mint from \`tokenAddress\` of the request.

| \`timing\`, optional | meaning |
|---|---|
| \`at_expiry\` | it must be met at the expiry |
| \`any_time_before\` | Yes as soon as it is met, at any time before the expiry; otherwise No |
| \`never_before\` | No as soon as it is met, at any time before the expiry; otherwise Yes |

A threshold that was computed from the value when the market was created ("Will SOL double?") has
\`relativeTo\`: \`value\`, its time \`at\`, the factor \`times\`, and \`evidence\`, the SHA-256
of the samples, which the receipt has as \`rule.baseline\`. In a request the value is measured
again.

Fields that are "filled in" are read from the chain or follow from others; leave them out. "In
words" is what the \`details\` of the example say.
`;

interface TypeSchema extends Schema {
  readonly title: string;
}

export function renderConditions(): string {
  const types = CONDITION_SCHEMA.oneOf as unknown as readonly TypeSchema[];
  return [INTRODUCTION, ...types.map(renderType)].join('\n');
}

function renderType(schema: TypeSchema): string {
  const { title, description = '' } = schema;
  // Described above, for all types.
  const {
    type: _type,
    relativeTo: _relativeTo,
    timing: _timing,
    ...properties
  } = schema.properties ?? {};
  const example = CONDITION_SCHEMA.examples.find(({ type }) => type === title) ?? {};
  return [
    `## ${title}\n`,
    `${description}\n`,
    `${renderFields({ ...schema, properties })}\n`,
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
    `In words: ${describe(example)}\n`,
  ].join('\n');
}

function describe(fields: Readonly<Record<string, unknown>>): string {
  const input = { question: '', tokenAddress: TOKEN, expiresAt: EXPIRY };
  return describeCondition(parseCondition(fields, input), EXPIRY);
}
