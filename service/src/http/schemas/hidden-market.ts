import * as s from './fragments.ts';

export const HiddenMarketResponse = s.named(
  'HiddenMarket',
  s.response({
    marketId: s.plainOut(),
    reason: s.text('As the operator wrote it.'),
    hiddenBy: s.addressOut(),
    hiddenAt: s.instantOut(),
    unhiddenAt: s.orNull(s.instantOut(), { description: 'Null while it is hidden.' }),
  }),
);
