// `tote rebuild` as operators run it: beside a service, after it, killed, and without the history.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCompiledModule } from '../../../tools/test-setup/compiled.mjs';
import { readSettings } from '../../src/settings/read-settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { rebuild } from '../../src/wiring/rebuild-command.ts';
import { restore } from '../../src/wiring/snapshot-command.ts';
import type { Api } from '../faults/support/api.ts';
import { SeparateChain, type SeparateWallet } from '../faults/support/separate-chain.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { readProjection } from '../support/projection-rows.ts';
import { startTrimmedNode } from '../support/trimmed-node.ts';

const CHILD = new URL('../support/killed-rebuild.ts', import.meta.url);

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(engine === 'postgres' && !hasPostgres())('tote rebuild', () => {
    let chain: SeparateChain;
    let env: Record<string, string>;
    let service: ServiceProcess;
    let alice: SeparateWallet;
    let market: string;
    let before: unknown;

    const readAnswers = async (api: Api) =>
      Promise.all(
        [
          ...['/markets', `/markets/${market}`, `/markets/${market}/bets`, '/stats'],
          ...[`/markets/${market}/history`, '/leaderboard', '/account/statement'],
        ].map(async (path) => (await api.get(path, alice)).body),
      );

    const open = () => {
      const { TOTE_DATABASE_URL: databaseUrl, TOTE_DATA_DIR: dir } = env;
      return openStore(databaseUrl ? { databaseUrl } : { dir });
    };

    const readRows = async () => {
      const store = await open();
      const rows = await readProjection(store);
      await store.close();
      return rows;
    };

    async function run(
      args: string[],
      { ask, rpcUrl }: { ask?: (question: string) => Promise<string>; rpcUrl?: string } = {},
    ): Promise<string[]> {
      const config = readSettings({ ...env, ...(rpcUrl && { TOTE_RPC_URL: rpcUrl }) }, '/');
      const lines: string[] = [];
      await rebuild(config, args, { ask, print: (line) => lines.push(line) });
      return lines;
    }

    const restart = async () => {
      service = await ServiceProcess.start(env);
    };

    beforeAll(async () => {
      chain = await SeparateChain.start();
      const postgres = engine === 'postgres' ? await openPostgres() : undefined;
      env = chain.env(await postgres?.createDatabase());
      await restart();
      const { api } = service;
      alice = await chain.openWallet(api);
      market = await api.createMarket(alice);
      for (const outcome of ['Yes', 'No', 'Yes'] as const) {
        const { status } = await api.bet(alice, { marketId: market, outcome });
        expect(status).toBe(201);
      }
    });

    afterAll(async () => {
      await service?.kill();
      await chain?.close();
    });

    test('is refused beside a service, which goes on', async () => {
      // So that answers do not change any more.
      const { rpc, programAddress } = chain.chain;
      const findStatus = async () =>
        (await rpc.getSignaturesForAddress(programAddress, { limit: 1 }).send())[0]
          ?.confirmationStatus;
      await expect.poll(findStatus).toBe('finalized');
      before = await readAnswers(service.api);
      const reason =
        engine === 'postgres'
          ? new RegExp(`Replicas use this database: tote .+ ${service.pid}\\b.*Stop them first`)
          : /another process uses this database .* stop it first/;
      await expect(run(['--yes'])).rejects.toThrow(reason);
      // The other way to replace the rows.
      const replace = restore(readSettings(env, '/'), ['a.snapshot', '--replace'], () => {});
      await expect(replace).rejects.toThrow(reason);
      expect(await readAnswers(service.api)).toEqual(before);
      await service.stop();
    });

    test('asks, and changes nothing without a yes', async () => {
      const rows = await readRows();
      await expect(run([])).rejects.toThrow('Without a terminal, add --yes');
      await expect(run(['--all'])).rejects.toThrow('Use tote rebuild [--yes]');
      for (const answer of ['', 'n', 'no', 'yesterday']) {
        const asked: string[] = [];
        const ask = async (question: string) => {
          asked.push(question);
          return answer;
        };
        await expect(run([], { ask })).rejects.toThrow('Nothing is changed.');
        expect(asked).toEqual(['Rebuild? [y/N] ']);
      }
      expect(await readRows()).toEqual(rows);
    });

    test('is refused on a node without the whole history, and answers stay', async () => {
      const rows = await readRows();
      const listed = await chain.chain.rpc
        .getSignaturesForAddress(chain.chain.programAddress)
        .send();
      const url = chain.localnet.url ?? '';
      for (const first of [listed.at(-1), listed.at(0)]) {
        await using node = await startTrimmedNode(url, (first?.slot ?? 0n) + 1n);
        await expect(run(['--yes'], { rpcUrl: node.url })).rejects.toThrow(
          /archive node in TOTE_RPC_URL, or use a snapshot .* tote snapshot restore/,
        );
      }
      expect(await readRows()).toEqual(rows);
      await restart();
      expect(await readAnswers(service.api)).toEqual(before);
      await service.stop();
    });

    test('that is killed changes nothing; the next one gives the same answers', async () => {
      const rows = await readRows();
      for (const point of ['of \\d+ transactions$', 'No difference', 'rows of transactions']) {
        const compiled = findCompiledModule(CHILD);
        const child: ChildProcess = fork(compiled ?? fileURLToPath(CHILD), [point], {
          execArgv: compiled === undefined ? ['--import', 'tsx'] : [],
          env: { PATH: process.env.PATH, ...env },
        });
        const [code, signal] = await once(child, 'exit');
        expect([code, signal, point]).toEqual([null, 'SIGKILL', point]);
        expect(await readRows()).toEqual(rows);
      }
      await restart();
      expect(await readAnswers(service.api)).toEqual(before);
      await service.stop();

      // Rows that are wrong are right afterwards.
      const store = await open();
      await store.write((db) => db.deleteFrom('positions').execute());
      await store.close();
      const lines = await run([], { ask: async () => 'y' });
      expect(lines[0]).toMatch(
        new RegExp(`^This reads ${rows.transactions?.length} transactions .* in one transaction`),
      );
      expect(lines[0]).not.toContain('postgres://');
      expect(await readRows()).toEqual(rows);
      expect(existsSync(join(env.TOTE_DATA_DIR ?? '', 'rebuild'))).toBe(false);
      await restart();
      expect(await readAnswers(service.api)).toEqual(before);
      await service.stop();
    });
  });
});
