// Fragments of schemas. A fragment with `tote` is parsed or serialized by a function of that name
// (validation/readers.ts, json/serialize.ts); `openapi` is its published schema.
import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Address } from '@solana/kit';
import {
  type Currency,
  LIMITS,
  MIN_RATIO_BPS_MAX,
  type Outcome,
  type TenThousandths,
  type UnixSeconds,
} from '@tote/domain';
import type { AmountText } from '../../bets/check-bet.ts';
import type { FeePayer } from '../../submissions/prepare/draft.ts';
import type { DecimalAmount } from '../json/serialize.ts';

export type { Static };

export function fragment<T>(tote: string, openapi: object, rules: object = {}) {
  return Type.Unsafe<T>({ tote, openapi, ...rules });
}

export function body<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, jsonObject: true, ...options });
}

export function response<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, options);
}

/** Schemas that are published by name; all others are inlined. */
export const NAMES = new Map<unknown, string>();

export function named<T extends object>(name: string, schema: T): T {
  NAMES.set(schema, name);
  return schema;
}

/** A list that is presented as it is: our records are read-only. */
export const list = <T extends TSchema>(items: T, options: object = {}) =>
  Type.Unsafe<readonly Static<T>[]>(Type.Array(items, options));

export const orNull = <T extends TSchema>(schema: T, options: object = {}) =>
  Type.Union([schema, Type.Null()], options);

const CURRENCY_NAMES = ['SOL', 'UTILITY'];
const OUTCOME_NAMES = ['Yes', 'No'];
const FEE_PAYERS: readonly FeePayer[] = ['relayer', 'wallet'];
const DECIMAL_PATTERN = '^(0|[1-9][0-9]*)(\\.[0-9]+)?$';
const ADDRESS_PATTERN = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';
const addressForm = { type: 'string', pattern: ADDRESS_PATTERN, minLength: 32, maxLength: 44 };
const instantForm = { type: 'string', format: 'date-time', examples: ['2030-01-31T12:00:00Z'] };

export const amountIn = () =>
  fragment<AmountText>('amountText', {
    description:
      'A number or a decimal string, read digit by digit. Only what doubles lose is corrected, ' +
      'in a number: 0.30000000000000004 is 0.3.',
    oneOf: [
      { type: 'number', format: 'decimal', exclusiveMinimum: 0 },
      {
        type: 'string',
        format: 'decimal',
        pattern: DECIMAL_PATTERN,
        maxLength: LIMITS.amountTextCharactersMax,
      },
    ],
    examples: [1.5, '0.000000001'],
  });
export const minRatioIn = () =>
  fragment<number>('minRatio', {
    description:
      'The bet is placed only if its side, with this stake, would pay at least this much per ' +
      'unit staked, as `payoutRatio` shows it; more than four decimals are rounded up. The ' +
      'program checks it when the bet lands. With an empty other side the ratio is 1. Later bets ' +
      'can still lower it. A dishonest service that bets for the wallet could leave the minimum ' +
      'out; a bet that the wallet signs has it in its bytes.',
    oneOf: [
      { type: 'number', minimum: 0, maximum: MIN_RATIO_BPS_MAX / 10_000 },
      { type: 'string', pattern: DECIMAL_PATTERN, maxLength: LIMITS.amountTextCharactersMax },
    ],
    examples: [1.9, '2.35'],
  });
export const moneyIn = () => ({ currency: currencyIn(), amount: amountIn() });
export const allowanceIn = () => ({
  SOL: Type.Optional(amountIn()),
  UTILITY: Type.Optional(amountIn()),
});
export const instantIn = (description: string) =>
  fragment<UnixSeconds>('instant', { ...instantForm, description });
export const currencyIn = () => fragment<Currency>('currency', { enum: CURRENCY_NAMES });
export const outcomeIn = () => fragment<Outcome>('outcome', { enum: OUTCOME_NAMES });
export const outcomesIn = () =>
  fragment<readonly Outcome[]>('outcomes', {
    description: 'Exactly Yes and No, in either order, as names or as objects with a name.',
    type: 'array',
    items: {
      oneOf: [
        { enum: OUTCOME_NAMES },
        { type: 'object', properties: { name: { enum: OUTCOME_NAMES } }, required: ['name'] },
      ],
    },
    minItems: 2,
    maxItems: 2,
    uniqueItems: true,
    examples: [OUTCOME_NAMES],
  });
const outcomeAndAmount = body({ outcome: outcomeIn(), amount: amountIn() });
const amountPerOutcome = body(
  { Yes: Type.Optional(amountIn()), No: Type.Optional(amountIn()) },
  { minProperties: 1 },
);
export const initialStakeIn = () =>
  fragment<readonly Static<typeof outcomeAndAmount>[]>('initialStake', {
    description:
      'What the creator stakes: an amount on Yes, an amount on one outcome, or an amount on ' +
      'each. It lands together with the market or not at all.',
    oneOf: [amountIn(), outcomeAndAmount, amountPerOutcome],
    examples: [1.5, { outcome: 'No', amount: 1.5 }, { Yes: 1, No: '0.5' }],
  });
export const questionIn = () =>
  fragment<string>('question', {
    description:
      `The yes/no question; at most ${LIMITS.questionBytesMax} bytes of UTF-8. Line breaks ` +
      'become spaces.',
    type: 'string',
    minLength: LIMITS.questionCharactersMin,
    maxLength: LIMITS.questionCharactersMax,
    examples: ['Will it rain in Lisbon on the first of May?'],
  });
export const tokenAddressIn = () =>
  fragment<string | null>('tokenAddress', {
    ...addressForm,
    type: ['string', 'null'],
    description: 'The mint of a token market. Null or omitted for a global market.',
  });
export const addressIn = (description: string) =>
  fragment<Address>('address', { ...addressForm, description });
export const addressOrNullIn = (description: string) =>
  fragment<Address | null>(
    'addressOrNull',
    { ...addressForm, type: ['string', 'null'], description },
    { takesNull: true },
  );
/** Answers carry it, so clients send it back. */
export const ignoredIn = () =>
  Type.Optional(
    fragment<unknown>('ignored', { description: 'Ignored, so that an answer may be sent back.' }),
  );
/** Must be what the answer will say. */
export const confirmedIn = (openapi: object) =>
  Type.Optional(
    fragment<unknown>('any', { ...openapi, description: 'If sent, what the answer will say.' }),
  );
export const marketIdIn = () => fragment<string>('marketId', { type: 'string' });
export const integerIn = (minimum: number, maximum: number, description: string) =>
  fragment<number>(
    'integer',
    { type: 'integer', minimum, maximum, description },
    { least: minimum, most: maximum },
  );
export const textIn = (minLength: number, maxLength: number, description: string) =>
  fragment<string>(
    'text',
    { type: 'string', minLength, maxLength, description },
    { least: minLength, most: maxLength },
  );
export const choiceIn = <const T extends string>(choices: readonly T[], openapi: object = {}) =>
  fragment<T>('choice', { enum: choices, ...openapi }, { choices });
export const queryIntegerIn = (minimum: number, maximum: number, openapi: object) =>
  fragment<number>(
    'queryInteger',
    { type: 'integer', minimum, maximum, ...openapi },
    { least: minimum, most: maximum },
  );
export const prepareIn = () => ({
  feePayer: Type.Optional(
    choiceIn(FEE_PAYERS, {
      default: 'relayer',
      description:
        'Who pays the fee. The relayer pays up to a limit per wallet and day. With `wallet`, the ' +
        'wallet is the fee payer and also pays all rent, and there is no limit.',
    }),
  ),
  transactionVersion: Type.Optional(
    fragment<0>(
      'integer',
      {
        type: 'integer',
        enum: [0],
        description:
          'For wallets that know only version 0: what does not fit it is refused. By default it ' +
          'becomes a transaction of version 1.',
      },
      { least: 0, most: 0 },
    ),
  ),
});
export const transactionIn = () =>
  fragment<string>('transaction', {
    type: 'string',
    description: 'A signed transaction, base64.',
    contentEncoding: 'base64',
  });

const Signed = body({ transaction: transactionIn() });

/** `published` is the contract, if the handler itself refuses more than the validator does. */
export function orSigned<T extends TObject>(fields: T, published: TObject = fields) {
  return Type.Unsafe<Static<T> | Static<typeof Signed>>({
    type: 'object',
    jsonObject: true,
    exclusive: ['transaction', ...Object.keys(fields.properties)],
    if: { type: 'object', required: ['transaction'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: Signed,
    else: fields,
    openapi: { oneOf: [published, Signed] },
  });
}

export const base64In = (maxLength: number, description: string) =>
  fragment<Uint8Array>(
    'base64',
    { type: 'string', contentEncoding: 'base64', maxLength, description },
    { most: maxLength },
  );
export const condition = (description: string) =>
  fragment<unknown>('json', { $ref: '#/components/schemas/Condition', description });

export const text = (description: string) => Type.String({ description });
export const integer = (description: string) => Type.Integer({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const amountOut = (description = 'In the currency, exact.') =>
  fragment<DecimalAmount>('amount', {
    type: 'number',
    format: 'decimal',
    description,
    examples: [1.5],
  });
export const oddsOut = () =>
  fragment<TenThousandths>('ratio', {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Share of the total stake, four decimals. The two sum to 1.',
    examples: [0.7143],
  });
export const payoutRatioOut = () =>
  fragment<TenThousandths>('ratio', {
    type: 'number',
    minimum: 0,
    description: 'Units returned per unit staked, four decimals, rounded down.',
    examples: [1.36],
  });
export const feeRateOut = () =>
  fragment<number>('feeRate', { type: 'number', minimum: 0, maximum: 1, examples: [0.05] });
export const instantOut = (description = '') =>
  fragment<UnixSeconds>('instant', timeOut(description));
export const timeOut = (description = '') =>
  Type.String({ format: 'date-time', ...(description && { description }) });
export const hashOut = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', description });
/** For ids and fixed sentences only: it is written without escapes. */
export const plainOut = () => fragment<string>('plain', { type: 'string' });
export const addressOut = (description?: string) =>
  Type.String({ pattern: ADDRESS_PATTERN, ...(description && { description }) });
export const choiceOut = <T extends string>(choices: readonly T[], description = '') =>
  Type.Unsafe<T>({ type: 'string', enum: choices, ...(description && { description }) });
export const currencyOut = () => choiceOut<Currency>(['SOL', 'UTILITY']);
export const outcomeOut = () => choiceOut<Outcome>(['Yes', 'No']);
export const perOutcome = <T extends TSchema>(schema: T) => response({ Yes: schema, No: schema });
export const perCurrency = <T extends TSchema>(schema: T) =>
  response({ SOL: schema, UTILITY: schema });
