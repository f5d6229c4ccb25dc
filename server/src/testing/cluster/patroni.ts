import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOwner, type SystemUser } from '../../database/system-user.ts';
import { findFreePort } from '../nginx.ts';
import { adapt, type Service, signalTree, startService } from './child-process.ts';
import { NetworkGate } from './network-gate.ts';
import { readJson } from './read-json.ts';

const template = new URL('../../../../ops/cluster/patroni.yml', import.meta.url);
const binaries = process.env.POSTGRES_BINARIES as string;
export const superuser = { user: 'postgres', password: 'change-me-superuser' };

interface Member {
  name: string;
  /** Such as `leader`, `sync_standby` or `replica`. */
  role: string;
  state: string;
}

/** A host with PostgreSQL and Patroni, as `ops/cluster/patroni.yml` describes it. */
export class PatroniNode {
  readonly name: string;
  readonly #folder: string;
  readonly #user: SystemUser;
  readonly #network = new NetworkGate();
  #patroni: Service | undefined;
  #apiPort = 0;
  /** Through the host's network. */
  readonly ports = { postgres: 0, api: 0 };

  constructor(name: string, folder: string, user: SystemUser) {
    this.name = name;
    this.#folder = join(folder, name);
    this.#user = user;
  }

  async install(etcdPorts: readonly number[]): Promise<void> {
    mkdirSync(this.#folder, { mode: 0o755 });
    changeOwner(this.#user, this.#folder);
    const postgresPort = await findFreePort();
    this.#apiPort = await findFreePort();
    this.ports.postgres = await this.#network.lead(postgresPort);
    this.ports.api = await this.#network.lead(this.#apiPort);
    const etcd: string[] = [];
    for (const port of etcdPorts) etcd.push(`127.0.0.1:${await this.#network.lead(port)}`);
    const config = adapt(readFileSync(template, 'utf8'), [
      ['name: db1', `name: ${this.name}`],
      ['listen: 10.0.0.11:8008', `listen: 127.0.0.1:${this.#apiPort}`],
      ['connect_address: 10.0.0.11:8008', `connect_address: 127.0.0.1:${this.ports.api}`],
      // Patroni would ask etcd for its addresses and go round the network of this host.
      [
        'hosts: 10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379',
        `hosts: ${etcd.join(',')}\n  use_proxies: true`,
      ],
      ['listen: 10.0.0.11:5432', `listen: 127.0.0.1:${postgresPort}`],
      ['connect_address: 10.0.0.11:5432', `connect_address: 127.0.0.1:${this.ports.postgres}`],
      ['/var/lib/postgresql/15/lop-xanh', this.#dataFolder],
      ['/usr/lib/postgresql/15/bin', binaries],
      ['/var/lib/postgresql/patroni.pgpass', join(this.#folder, 'pgpass')],
      ['/var/run/postgresql', this.#folder],
      ['10.0.0.0/24', '127.0.0.1/32'],
    ]);
    writeFileSync(this.#configFile, config);
    this.start();
  }

  get #dataFolder(): string {
    return join(this.#folder, 'data');
  }

  get #configFile(): string {
    return join(this.#folder, 'patroni.yml');
  }

  start(): void {
    this.#patroni = startService(['/usr/bin/patroni', this.#configFile], {
      ...this.#user,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      logFile: `${this.#folder}.log`,
    });
  }

  /** What this host knows of the cluster; undefined if it does not answer. */
  readCluster(): Promise<{ members: Member[] } | undefined> {
    return readJson(`http://127.0.0.1:${this.#apiPort}/cluster`);
  }

  /** The roles of the healthy hosts that this one knows of, by host. */
  async readRoles(): Promise<Record<string, string>> {
    const { members = [] } = (await this.readCluster()) ?? {};
    return Object.fromEntries(
      members.filter(({ state }) => isHealthy(state)).map(({ name, role }) => [name, role]),
    );
  }

  /** Everything on the host dies at once. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#patroni?.end('SIGKILL');
    this.#patroni = undefined;
  }

  signal(signal: NodeJS.Signals): void {
    const pids = [this.#patroni?.pid, this.#readPostgresPid()].flatMap((pid) => pid ?? []);
    signalTree(pids, signal);
  }

  cutOff(): void {
    this.#network.cut();
  }

  reconnect(): void {
    this.#network.restore();
  }

  async end(): Promise<void> {
    this.#network.close();
    this.signal('SIGCONT');
    await this.kill();
  }

  /** Undefined if none runs: after a crash, the number in the file may be another process's. */
  #readPostgresPid(): number | undefined {
    try {
      const lock = readFileSync(join(this.#dataFolder, 'postmaster.pid'), 'utf8');
      const pid = Number(lock.split('\n')[0]);
      return readlinkSync(`/proc/${pid}/cwd`) === this.#dataFolder ? pid : undefined;
    } catch {
      return undefined;
    }
  }
}

const isHealthy = (state: string) => state === 'running' || state === 'streaming';
