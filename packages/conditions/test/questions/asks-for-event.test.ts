// Events, whose absence is No, and everything else, where silence says nothing.
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { asksForEvent } from '../../src/questions/asks-for-event.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
const NOW = at('2026-11-15T16:30:00Z');
const EXPIRY = at('2026-12-01T00:00:00Z');

test.each([
  'Will it rain in Lisbon?',
  'Will it rain in Lisbon before Dec 1?',
  'Will the new Pope visit Argentina by Dec 1?',
  'Will Brazil win the final?',
  'Will the ETF be approved by December 1?',
  'Will she be elected?',
  'Will this token be listed on Binance?',
  'Will this token migrate to Meteora?',
])('%s is an event', (question) => {
  expect(asksForEvent({ question, tokenAddress: null, expiresAt: EXPIRY, now: NOW })).toBe(true);
});

test.each([
  'Will the sea be green?',
  'Will the store be closed?',
  'Will it not rain in Lisbon?',
  "Won't it rain?",
  'Will nobody win?',
  'Will the team fail to deliver?',
  'Will SPROUT miss graduation before Dec 1?',
  'Will she still be in office on Dec 1?',
  'Will he be president?',
  'Will the sky be blue?',
  'Will SOL stay above $200?',
  'Will France score more goals than Spain?',
  'Will Alice be first?',
  'Will either team win?',
  'Will it rain if the wind turns?',
  'Will OAK or PINE win?',
  'Is anybody there?',
  'Did it rain?',
  'It rains',
  // Another time than the expiry.
  'Will it rain today?',
  'Will it rain on December 24?',
  'Will it rain by December 24?',
  'Will it rain in November 2027?',
  'Will it rain on Nov 31?',
])('%s is none', (question) => {
  expect(asksForEvent({ question, tokenAddress: null, expiresAt: EXPIRY, now: NOW })).toBe(false);
});
