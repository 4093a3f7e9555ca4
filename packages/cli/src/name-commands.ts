// Errors of the service name endpoints and fields of the API. Here they name commands and options.

const BET = String.raw`POST /v1/markets/\S+/bets/prepare`;

/** In this order: what is longer comes before its parts. */
const NAMES: readonly (readonly [pattern: string, name: string])[] = [
  [`${BET}: one transaction .* allowance`, 'tote bet --self, which also deposits what is missing'],
  [`POST /v1/markets/prepare, or ${BET}( for a bet| in one that exists)`, 'tote bet --self'],
  [`(with )?${BET}`, 'tote bet --self'],
  ['POST /v1/markets/prepare: the wallet .* stake', 'tote wallet deposit and tote wallet allow'],
  ['Use POST /v1/markets/prepare with feePayer "wallet"', 'Create it on the page of the service'],
  ['Prepare with feePayer "wallet"', 'Use --fees wallet'],
  ['POST /v1/markets/preview', 'tote create --preview'],
  ['deposit with POST /v1/account/transactions', 'add money with tote wallet deposit'],
  ['Withdraw with POST /v1/account/transactions', 'Withdraw with tote wallet withdraw'],
  ['add slots with the action grow of POST /v1/account/transactions', 'use tote bet --self'],
  ['(the action open of )?POST /v1/account/transactions', 'tote wallet deposit'],
  ['Sign the fields of a new GET /v1/sign-in', 'Try again'],
  ['Read GET /v1/config and send it again', 'Try again'],
  ['webSources of GET /v1/config', 'the web sources of the service'],
  ['(GET and POST /v1/sign-in|POST /v1/api-keys)', 'tote keys create'],
  ['GET /v1/api-keys', 'tote keys list'],
  ['GET /v1/series', 'tote series list'],
  ['(GET /v1/account|GET /v1/bets/<betId>)', 'tote positions'],
  ['GET /v1/markets/<id>', 'tote market <id>'],
  ['one with bettingOpen from GET /v1/markets', 'an open one of tote markets'],
  ['GET /v1/markets', 'tote markets'],
  ['minPayoutRatio', '--min-ratio'],
  ['Idempotency-Key', '--key'],
];

export const nameCommands = (message: string): string =>
  NAMES.reduce((text, [pattern, name]) => text.replace(new RegExp(pattern, 'g'), name), message);
