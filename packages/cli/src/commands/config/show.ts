import {
  CONFIG_OPTIONS,
  compare,
  describeChanges,
  instantOf,
  withConfig,
} from '../../cluster/config-session.ts';
import { defineCommand } from '../../command.ts';
import { facts, time } from '../../format.ts';
import { paint, type Text } from '../../terminal/text.ts';

export const command = defineCommand({
  about: `Shows the Config of a program on a cluster: terms, keys and the pending change.`,
  options: CONFIG_OPTIONS,
  examples: ['config show --rpc https://api.devnet.solana.com --program 4Nd1mYvKzPJwk5ZbPhDD…'],
  async run({ values, session }) {
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const rows = deployer.describeSettings(config, config.utilityDecimals);
      const pending = deployer.pendingOf(config);
      const changes = pending ? compare(opened, pending.settings) : [];
      const at = pending && instantOf(pending.at);
      const { oracleGeneration, oracleDisabledBelow } = config;
      const { operatorGeneration, operatorDisabledBelow } = config;
      const value = {
        program: chain.programAddress,
        ...{ settings: rows, utilityMint: config.utilityMint },
        ...{ oracleGeneration, oracleDisabledBelow },
        ...{ operatorGeneration, operatorDisabledBelow },
        pending: at === undefined ? null : { at, changes },
      };
      session.show(value, (): Text[][] => [
        ...facts([
          ...rows.map((row) => [row.name, row.value] as const),
          ['UTILITY', config.utilityMint],
          ['operators', describeGenerations(operatorGeneration, operatorDisabledBelow)],
          ['oracles', describeGenerations(oracleGeneration, oracleDisabledBelow)],
        ]),
        ...(at === undefined
          ? [['There is no pending change.']]
          : [[paint('yellow', `Pending, from ${time(at)}:`)], ...describeChanges(changes)]),
      ]);
    });
  },
});

const describeGenerations = (current: number, disabledBelow: number): string =>
  `generation ${current}, disabled below ${disabledBelow}`;
