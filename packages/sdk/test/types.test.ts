// What the compiler must refuse. The functions are never called.
import { expect, expectTypeOf, test } from 'vitest';
import type {
  BetConfirmation,
  Config,
  Decimal,
  FeedItem,
  Tote,
  ToteErrorCode,
} from '../src/index.ts';

type Input<Name extends keyof Tote> = Parameters<Tote[Name]>[0];

export function refuses(tote: Tote, amount: Decimal, codes: (code: ToteErrorCode) => void): void {
  const bet = { marketId: 'market_1', outcome: 'Yes' } as const;
  void tote.placeBet({ ...bet, amount });
  void tote.placeBet({ ...bet, amount: 1n, currency: 'SOL' });
  void tote.placeBet({ marketId: 'market_1', transaction: 'AQ==' });
  void tote.placeBet({ ...bet, amount, signedBy: 'wallet', feePayer: 'wallet' });
  // @ts-expect-error an amount is never a number
  void tote.placeBet({ ...bet, amount: 1.5 });
  // @ts-expect-error text must be checked by decimal()
  void tote.placeBet({ ...bet, amount: '1.5' });
  // @ts-expect-error there are two outcomes
  void tote.placeBet({ ...bet, outcome: 'Maybe', amount });
  // @ts-expect-error a signed bet has nothing to sign
  void tote.placeBet({ marketId: 'market_1', transaction: 'AQ==', signedBy: 'wallet' });
  // @ts-expect-error a market is named by its id
  void tote.getMarket({ id: 'market_1' });
  // @ts-expect-error a deposit names its currency
  void tote.deposit({ amount });
  codes('market_closed');
  codes('answer_changed');
  // @ts-expect-error codes are known
  codes('anything');
}

test('types say what the document says', () => {
  expectTypeOf<BetConfirmation['amountStaked']>().toEqualTypeOf<Decimal>();
  expectTypeOf<BetConfirmation['newOdds']['Yes']>().toEqualTypeOf<number>();
  expectTypeOf<Config['decimals']['SOL']>().toEqualTypeOf<number>();
  expectTypeOf<
    Extract<FeedItem, { type: 'bet.confirmed' }>['data']['amount']
  >().toEqualTypeOf<Decimal>();
  expectTypeOf<NonNullable<Input<'listMarkets'>>['limit']>().toEqualTypeOf<number | undefined>();
  expect(refuses).toBeTypeOf('function');
});
