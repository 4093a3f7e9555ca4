// Fields of the events. Each has a description, because docs/events.md lists them all.
import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { CURRENCIES, type Currency, OUTCOMES, type Outcome } from '@tote/domain';

/** A number. It is stored as text with every digit, and sent as a number. */
export const number = (description: string, rules: object = {}) =>
  Type.Unsafe<string>({ tote: 'decimal', openapi: { type: 'number', ...rules, description } });

/** `format` tells it from counts and shares, which a double holds without loss. */
export const amount = (description: string) =>
  number(`${description} In the currency, exact.`, { format: 'decimal' });

export const text = (description: string) => Type.String({ description });

export const flag = (description: string) => Type.Boolean({ description });

export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const instant = (description: string) => Type.String({ format: 'date-time', description });

export const choice = <T extends string>(choices: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: choices, description });

export const outcome = (description: string) => choice<Outcome>(OUTCOMES, description);

export const currency = () => choice<Currency>(CURRENCIES, 'The currency of the amounts.');

export const group = <P extends TProperties>(description: string, fields: P) =>
  Type.Object(fields, { description });

export const perOutcome = <T extends TSchema>(description: string, field: T) =>
  group(description, { Yes: field, No: field });

export const orNull = <T extends TSchema>(field: T) => Type.Union([field, Type.Null()]);
