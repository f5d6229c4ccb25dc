import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { changeOwner, ensurePostgresUser } from '../../database/system-user.ts';
import { findFreePort, startNginx } from '../nginx.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { adapt, startService } from './child-process.ts';
import { Etcd } from './etcd.ts';
import { PatroniNode, superuser } from './patroni.ts';

const haproxyTemplate = new URL('../../../../ops/cluster/haproxy.cfg', import.meta.url);
const role = { user: 'lop_xanh', password: 'muaxuan27', database: 'lop_xanh' };
export const repairTimeoutMs = 180_000;
const unnoticedMs = 1_500;
/** Of each log, when the test fails. */
const describedLines = 100;

/** Two application servers behind nginx, each with a haproxy that leads to the primary of two PostgreSQLs. */
export class Cluster {
  readonly #folder = makeFolder();
  readonly #user = ensurePostgresUser();
  readonly etcd = new Etcd(this.#folder, this.#user);
  readonly nodes = ['db1', 'db2'].map((name) => new PatroniNode(name, this.#folder, this.#user));
  readonly #haproxyPorts: number[] = [];
  readonly #serverPorts: number[] = [];
  readonly #servers: ServerProcess[] = [];
  address = '';

  async start(): Promise<void> {
    changeOwner(this.#user, this.#folder);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') process.stdout.write(await this.#describe());
      await this.#end();
    });
    await this.etcd.start();
    await vi.waitUntil(() => this.etcd.isWhole(), { timeout: repairTimeoutMs });
    for (const node of this.nodes) await node.install(this.etcd.ports);
    await this.waitUntilWhole();
    await this.#createDatabase();

    for (const server of [0, 1]) {
      this.#haproxyPorts.push(await this.#startHaproxy(server));
      this.#serverPorts.push(await findFreePort());
    }
    const port = await findFreePort();
    this.address = `http://127.0.0.1:${port}`;
    for (const server of this.#serverPorts.keys()) await this.startServer(server);
    await startNginx(port, this.#serverPorts);
  }

  /** Waits until there are a primary and a standby that confirms every write, and etcd is complete. */
  async waitUntilWhole(): Promise<void> {
    const isWhole = async () => {
      const seen = await Promise.all(this.nodes.map((node) => node.readRoles()));
      const roles = seen.map((byHost) => Object.values(byHost).toSorted().join());
      if (!roles.every((both) => both === 'leader,sync_standby')) return false;
      return (await this.#hasSynchronousStandby()) && this.etcd.isWhole();
    };
    await vi.waitUntil(isWhole, { timeout: repairTimeoutMs, interval: 200 });
  }

  findPrimary(): Promise<PatroniNode> {
    const find = async () => {
      const seen = await Promise.all(this.nodes.map((node) => node.readRoles()));
      return this.nodes.find(({ name }, index) => seen[index]?.[name] === 'leader');
    };
    return vi.waitUntil(find, { timeout: repairTimeoutMs, interval: 200 });
  }

  async findStandby(): Promise<PatroniNode> {
    const primary = await this.findPrimary();
    return this.nodes.find((node) => node !== primary) as PatroniNode;
  }

  /** What Patroni says of the standby takes effect only once PostgreSQL has read it. */
  async #hasSynchronousStandby(): Promise<boolean> {
    const { rows } = await this.#query(
      `select state = 'streaming' and sync_state = 'sync' and current_setting('synchronous_commit') = 'on' as is_on
       from pg_stat_replication`,
    ).catch(() => ({ rows: [] }));
    return rows.length === 1 && rows[0].is_on;
  }

  /** Whether a write is acknowledged while the standby hangs, for less time than Patroni would notice. */
  async acknowledgesWithoutStandby(): Promise<boolean> {
    const standby = await this.findStandby();
    standby.signal('SIGSTOP');
    const write = this.#query('create table written_alone ()');
    const isAcknowledged = await Promise.race([
      write.then(() => true),
      pause(unnoticedMs).then(() => false),
    ]);
    standby.signal('SIGCONT');
    await write;
    await this.#query('drop table written_alone');
    return isAcknowledged;
  }

  async startServer(server: number): Promise<void> {
    this.#servers[server] = await startServerProcess({
      DATABASE_URL: `postgres://${role.user}:${role.password}@127.0.0.1:${this.#haproxyPorts[server]}/${role.database}`,
      DATA_DIR: join(this.#folder, 'storage'),
      DEMO: '1',
      PUBLIC_URL: this.address,
      PORT: String(this.#serverPorts[server]),
    });
  }

  async killServer(server: number): Promise<void> {
    const { process: child, ended } = this.#servers[server] as ServerProcess;
    process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
  }

  /** The connection of the application, to the primary. */
  async connection() {
    const { ports } = await this.findPrimary();
    return { ...role, host: '127.0.0.1', port: ports.postgres };
  }

  async #createDatabase(): Promise<void> {
    await this.#query(`create role ${role.user} login password '${role.password}'`);
    await this.#query(
      `create database ${role.database} owner ${role.user} encoding 'UTF8' template template0`,
    );
  }

  /** Runs a statement on the primary, as its superuser. */
  async #query(statement: string) {
    const { host, port } = await this.connection();
    const client = new pg.Client({ ...superuser, host, port, database: 'postgres' });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async #startHaproxy(server: number): Promise<number> {
    const port = await findFreePort();
    const [first, second] = this.nodes.map(({ ports }) => ports);
    const config = adapt(readFileSync(haproxyTemplate, 'utf8'), [
      ['127.0.0.1:5000', `127.0.0.1:${port}`],
      ['10.0.0.11:5432 check port 8008', `127.0.0.1:${first?.postgres} check port ${first?.api}`],
      ['10.0.0.12:5432 check port 8008', `127.0.0.1:${second?.postgres} check port ${second?.api}`],
    ]);
    const file = join(this.#folder, `haproxy${server}.cfg`);
    writeFileSync(file, config);
    const logFile = join(this.#folder, `haproxy${server}.log`);
    const haproxy = startService(['/usr/sbin/haproxy', '-db', '-f', file], {
      ...this.#user,
      logFile,
    });
    onTestFinished(() => haproxy.end('SIGKILL'));
    return port;
  }

  /** What each Patroni says of the cluster, and the end of every log. */
  async #describe(): Promise<string> {
    const said = await Promise.all(this.nodes.map((node) => node.readCluster()));
    const parts = this.nodes.map(({ name }, index) => [
      `${name} says`,
      JSON.stringify(said[index]),
    ]);
    for (const file of readdirSync(this.#folder).filter((name) => name.endsWith('.log'))) {
      const lines = readFileSync(join(this.#folder, file), 'utf8').trimEnd().split('\n');
      parts.push([file, lines.slice(-describedLines).join('\n')]);
    }
    return parts.map(([title, text]) => `\n--- ${title}\n${text}\n`).join('');
  }

  async #end(): Promise<void> {
    for (const node of this.nodes) await node.end();
    await this.etcd.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** PostgreSQL's user can enter it. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lx-cluster-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'storage'));
  return folder;
}
