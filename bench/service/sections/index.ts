import type { Section } from '../section.ts';
import { bets } from './bets.ts';
import { cluster } from './cluster.ts';
import { disk } from './disk.ts';
import { idle } from './idle.ts';
import { keeper } from './keeper.ts';
import { outbox } from './outbox.ts';
import { reads } from './reads.ts';
import { start } from './start.ts';

/** By the names that `--only` takes, in the order of the page. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  ...{ bets, reads, start, disk, keeper, idle, cluster, outbox },
};
