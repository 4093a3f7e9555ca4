import type { Position } from '@tote/sdk';

/** A refund does not count as a loss. */
export const STATUS_WORDS: Record<Position['status'], string> = {
  open: 'Open',
  closed: 'Being decided',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
};
