// docs/conditions.md: every type of condition with its fields and an example.

import { CONDITION_SCHEMA } from '@tote/conditions/condition-schema';

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

Fields that are "filled in" are read from the chain or follow from others; leave them out.
`;

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
}

interface TypeSchema {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

export function renderConditions(): string {
  const types = CONDITION_SCHEMA.oneOf as unknown as readonly TypeSchema[];
  return [INTRODUCTION, ...types.map(renderType)].join('\n');
}

function renderType(schema: TypeSchema): string {
  const { title, description, required } = schema;
  // Described above, for all types.
  const { type: _type, relativeTo: _relativeTo, timing: _timing, ...fields } = schema.properties;
  const lines = Object.entries(fields).map(([name, { description: text = '', ...field }]) => {
    const form = typeOf(field) + (required.includes(name) ? '' : ', optional');
    return `- \`${name}\` (${form}): ${text}`.trimEnd().replace(/:$/, '');
  });
  const example = CONDITION_SCHEMA.examples.find(({ type }) => type === title) ?? {};
  return [
    `## ${title}\n`,
    `${description}\n`,
    `${lines.join('\n')}\n`,
    `\`\`\`json\n${JSON.stringify(example)}\n\`\`\`\n`,
  ].join('\n');
}

function typeOf({ type = '', enum: choices }: Schema): string {
  return choices ? choices.map((each) => `\`${each}\``).join('/') : [type].flat().join(' or ');
}
