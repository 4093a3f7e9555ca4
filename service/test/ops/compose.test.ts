// compose.yaml, as processes with exactly the settings and files that it gives: two replicas behind
// nginx, on one PostgreSQL. What Prometheus and Grafana get is checked as files.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { parse } from 'yaml';
import { root } from '../../../tools/root.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { readSettings, SECRET_SETTINGS } from '../../src/settings/read-settings.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { EventReader } from '../conformance/support/event-reader.ts';
import { Api } from '../faults/support/api.ts';
import { SeparateChain } from '../faults/support/separate-chain.ts';
import { useFolder } from '../support/new-folder.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../support/postgres.ts';
import { Compose, type RunningProcess, readText, runProcess } from './support/compose.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path));
if (!NGINX) console.warn('The processes of compose.yaml are not tested: there is no nginx.');
const NOBODY = 65_534;
const PASSWORD = 'a long password';

/** What docs/deploy.md asks for, besides the keys. */
const VARIABLES = {
  TOTE_RPC_URL: 'https://rpc.example',
  TOTE_PROGRAM_ADDRESS,
  TOTE_ORIGIN: 'https://tote.example',
};

describe('what compose.yaml sets', () => {
  const compose = new Compose(VARIABLES);

  test('is known to the service', () => {
    const known = SETTINGS.map(([name]) => name);
    const names = [...known, ...SECRET_SETTINGS.map((name) => `${name}_FILE`), 'NODE_ENV'];
    expect(compose.replicas).toHaveLength(2);
    for (const replica of compose.replicas) {
      const set = Object.keys(compose.environmentOf(replica));
      expect(set.filter((name) => !names.includes(name))).toEqual([]);
      expect(set).toEqual(expect.arrayContaining(['TOTE_PROGRAM_ADDRESS', 'TOTE_METRICS_PORT']));
    }
  });

  test('needs the variables that no default can replace', () => {
    for (const name of Object.keys(VARIABLES)) {
      expect(() => new Compose({ ...VARIABLES, [name]: '' })).toThrow(`${name} is not set`);
    }
  });

  test('contains no secret, and only the proxy is reachable from other machines', () => {
    for (const [name, { environment = {}, ports = [] }] of Object.entries(compose.services)) {
      const secrets = Object.keys(environment).filter((key) =>
        /PASSWORD$|DATABASE_URL$|_KEY$/.test(key),
      );
      expect(secrets, name).toEqual([]);
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
    }
    const published = new Compose({ ...VARIABLES, TOTE_LISTEN: '443' }).services;
    expect(published.proxy?.ports).toEqual(['443:8080']);
    for (const name of [...compose.replicas, 'postgres']) {
      expect(compose.services[name]?.ports, name).toBeUndefined();
    }
  });

  test('mounts files that exist, and keys and secrets from outside of the clone', () => {
    const mounts = Object.keys(compose.services).flatMap((name) => compose.mountsOf(name));
    const own = mounts.filter(({ source }) => source.startsWith(`${root}/`));
    expect(own.filter(({ source }) => !existsSync(source))).toEqual([]);
    expect(own.every(({ source }) => source.startsWith(join(root, 'ops/')))).toBe(true);
    const others = mounts.filter((mount) => !own.includes(mount)).map(({ source }) => source);
    expect(others.filter((source) => !/^\/etc\/tote\/|^\/dev\/null$/.test(source))).toEqual([]);
  });
});

describe('Prometheus and Grafana', () => {
  const compose = new Compose(VARIABLES);
  const sourceAt = (name: string, path: string) => {
    const mount = compose.mountsOf(name).find((each) => path.startsWith(each.path));
    return join(mount?.source ?? '', path.slice(mount?.path.length ?? 0));
  };
  const readAt = (name: string, path: string) => readFileSync(sourceAt(name, path), 'utf8');

  test('the metrics of every replica are scraped, and the alerts are there', () => {
    const prometheus = parse(readAt('prometheus', '/etc/prometheus/prometheus.yml'));
    const [{ static_configs, metrics_path }] = prometheus.scrape_configs;
    const ports = compose.replicas.map((name) => {
      const { TOTE_METRICS_PORT } = compose.environmentOf(name);
      return `${name}:${TOTE_METRICS_PORT}`;
    });
    expect([metrics_path, static_configs]).toEqual(['/metrics', [{ targets: ports }]]);
    expect(prometheus.rule_files.length).toBeGreaterThan(0);
    for (const file of prometheus.rule_files) {
      const { groups } = parse(readAt('prometheus', `/etc/prometheus/${file}`));
      expect(groups.length).toBeGreaterThan(0);
    }
  });

  test('Grafana has Prometheus as its data source, and the dashboard uses it', () => {
    const provisioned = (path: string) =>
      parse(readAt('grafana', `/etc/grafana/provisioning/${path}`));
    const [source] = provisioned('datasources/prometheus.yml').datasources;
    expect(source).toMatchObject({ type: 'prometheus', url: 'http://prometheus:9090' });
    const [provider] = provisioned('dashboards/tote.yml').providers;
    const dashboard = JSON.parse(readAt('grafana', `${provider.options.path}/tote.json`));
    const [variable] = dashboard.templating.list;
    expect(variable).toMatchObject({ name: 'datasource', type: 'datasource', query: source.type });
    expect(variable.current.value).toBe(source.uid);
    const uids = dashboard.panels.flatMap(({ datasource }: { datasource?: { uid: string } }) =>
      datasource === undefined ? [] : [datasource.uid],
    );
    expect(uids.filter((uid: string) => uid !== `\${${variable.name}}`)).toEqual([]);
    expect(uids.length).toBeGreaterThan(10);
  });
});

describe.skipIf(!NGINX || !hasPostgres())('the containers as processes', () => {
  const dir = useFolder();
  let compose: Compose;
  let chain: SeparateChain;
  let postgres: OwnPostgres;
  let api: Api;
  const running = new Map<string, RunningProcess>();

  beforeAll(async () => {
    chmodSync(dir, 0o755);
    chain = await SeparateChain.start();
    const secrets = join(dir, 'secrets');
    const variables = {
      ...{ ...VARIABLES, TOTE_RPC_URL: chain.localnet.url ?? '' },
      ...{ TOTE_SECRETS_DIR: secrets, TOTE_KEYS_DIR: join(chain.dir, 'keys') },
    };
    compose = new Compose(variables);
    const host = compose.hostOf('postgres');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'postgres-password'), PASSWORD);
    const url = `postgres://tote:${encodeURIComponent(PASSWORD)}@${host}/tote`;
    writeFileSync(join(secrets, 'database-url'), `${url}\n`);
    postgres = await startDatabase();
    for (const name of compose.replicas) await startReplica(name);
    await startProxy();
    api = new Api(`${address('proxy', 8080)}/v1`);
  });
  afterAll(async () => {
    await Promise.all([...running.values()].map((each) => each.stop()));
    await postgres?.stop();
    await chain?.close();
  });

  const address = (name: string, port: number) => `http://${compose.hostOf(name)}:${port}`;

  /** As the entry point of its image does. */
  async function startDatabase(): Promise<OwnPostgres> {
    const env = compose.environmentOf('postgres');
    expect(env.POSTGRES_USER).toBe('tote');
    const password = readFileSync(env.POSTGRES_PASSWORD_FILE ?? '', 'utf8');
    const server = await startPostgres(
      {},
      { host: compose.hostOf('postgres'), port: 5432, password },
    );
    await server.query(`create database ${env.POSTGRES_DB}`);
    return server;
  }

  /** The entry point and the command of the Dockerfile. */
  async function startReplica(name: string): Promise<void> {
    const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(readText('Dockerfile')) ?? [];
    const [, command = ''] = /^CMD (.*)$/m.exec(readText('Dockerfile')) ?? [];
    const [, ...args] = [...JSON.parse(entry), ...JSON.parse(command)];
    const data = { path: '/data', source: join(dir, name) };
    const env = compose.environmentOf(name, [data]);
    expect(readSettings(env, root).databaseUrl).toContain(compose.hostOf('postgres'));
    const replica = runProcess([process.execPath, ...args], { env, cwd: root });
    running.set(name, replica);
    await waitFor(`${address(name, 3000)}/readyz`, replica);
  }

  /** Not as root, as in its container. */
  async function startProxy(): Promise<void> {
    const mount = compose.mountsOf('proxy').find(({ path }) => path === '/etc/nginx/nginx.conf');
    const own = join(dir, 'nginx');
    mkdirSync(own);
    chmodSync(own, 0o777);
    const config = compose
      .replaceHosts(readFileSync(mount?.source ?? '', 'utf8'))
      .replaceAll('/tmp/', `${own}/`)
      .replace('listen 8080', `listen ${compose.hostOf('proxy')}:8080`);
    writeFileSync(join(own, 'nginx.conf'), config);
    const args = ['-e', 'stderr', '-p', own, '-c', join(own, 'nginx.conf'), '-g', 'daemon off;'];
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const proxy = runProcess([NGINX as string, ...args], { cwd: own, ...user });
    running.set('proxy', proxy);
    await waitFor(`${address('proxy', 8080)}/healthz`, proxy);
  }

  test('a bet through the proxy is on chain, and events reach readers at once', async () => {
    const events = await EventReader.open(`${api.baseUrl}/events`);
    onTestFinished(() => events.close());
    const socket = new WebSocket(`${api.baseUrl.replace('http', 'ws')}/ws`);
    onTestFinished(() => socket.close());
    const messages: string[] = [];
    socket.on('message', (message) => messages.push(String(message)));
    await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
    const wallet = await chain.openWallet(api);
    const marketId = await api.createMarket(wallet);
    const answer = await api.bet(wallet, { marketId });
    expect(answer.status, answer.text).toBe(201);
    const bettor = await chain.chain.accounts.findBettor(wallet.key.address);
    expect(bettor?.available[0]).toBe(99_000_000_000n);
    // Both streams stay open: a proxy that buffers would pass on nothing yet.
    await expect.poll(() => events.types).toContain('odds.changed');
    await expect.poll(() => messages.join('\n')).toContain('odds.changed');
    expect(events.response.headers.get('content-type')).toContain('text/event-stream');
  });

  test('limits count the address of the client, not what it claims', async () => {
    const url = `${api.baseUrl}/config`;
    const [first, second] = [compose.clientAddress(1), compose.clientAddress(2)];
    const statuses = new Set<number | undefined>();
    const isLimited = async () => {
      const requests = Array.from({ length: 100 }, (_, index) => {
        // Each of these would have a limit of its own, if it were believed.
        const claim = `198.51.100.${index}, 192.0.2.${Math.floor(Math.random() * 256)}`;
        return statusFrom(first, url, { 'x-forwarded-for': claim });
      });
      for (const status of await Promise.all(requests)) statuses.add(status);
      return statuses.has(429);
    };
    await expect.poll(isLimited).toBe(true);
    expect(statuses).toEqual(new Set([200, 429]));
    expect(await statusFrom(second, url)).toBe(200);
  });

  test('metrics are where Prometheus reads them, and nowhere else', async () => {
    const { scrape_configs } = parse(readText('ops/prometheus/prometheus.yml'));
    const targets: string[] = scrape_configs[0].static_configs[0].targets;
    for (const target of targets) {
      const response = await fetch(`http://${compose.replaceHosts(target)}/metrics`);
      expect([target, response.status]).toEqual([target, 200]);
      expect(await response.text()).toContain('tote_ready{check="database"} 1');
    }
    for (const path of ['/metrics', '/%6detrics', '/metrics/', '//metrics']) {
      const response = await fetch(`${address('proxy', 8080)}${path}`);
      expect(await response.text(), path).not.toContain('tote_');
      expect(response.status, path).toBe(404);
    }
  });

  test('without one replica the other answers', async () => {
    const [first = ''] = compose.replicas;
    await running.get(first)?.stop();
    const answers = Array.from({ length: 20 }, () => statusOf(`${api.baseUrl}/markets`));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });
});

const statusOf = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

const waitFor = (url: string, { text }: RunningProcess) =>
  until(async () => expect(await statusOf(url), text()).toBe(200));

/** From another address of this machine. */
const statusFrom = (localAddress: string, url: string, headers = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const request = get(url, { localAddress, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });
