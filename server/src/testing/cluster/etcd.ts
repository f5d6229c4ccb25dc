import { join } from 'node:path';
import { vi } from 'vitest';
import type { SystemUser } from '../../database/system-user.ts';
import { findFreePort } from '../nginx.ts';
import { type Service, startService } from './child-process.ts';
import { readJson } from './read-json.ts';

interface Status {
  header: { member_id: string };
  leader?: string;
}

/** Three members of etcd, which agree on who is the primary. */
export class Etcd {
  readonly #folder: string;
  readonly #user: SystemUser;
  readonly ports: number[] = [];
  readonly #peerPorts: number[] = [];
  readonly #members: Service[] = [];

  constructor(folder: string, user: SystemUser) {
    this.#folder = folder;
    this.#user = user;
  }

  async start(): Promise<void> {
    for (let member = 0; member < 3; member++) {
      this.ports.push(await findFreePort());
      this.#peerPorts.push(await findFreePort());
    }
    for (const member of this.ports.keys()) this.startMember(member);
  }

  startMember(member: number): void {
    const name = (index: number) => `etcd${index + 1}`;
    const client = `http://127.0.0.1:${this.ports[member]}`;
    const peer = (index: number) => `http://127.0.0.1:${this.#peerPorts[index]}`;
    const everybody = this.ports.map((_, index) => `${name(index)}=${peer(index)}`).join(',');
    this.#members[member] = startService(
      [
        '/usr/bin/etcd',
        `--name=${name(member)}`,
        `--data-dir=${join(this.#folder, name(member))}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        `--listen-peer-urls=${peer(member)}`,
        `--initial-advertise-peer-urls=${peer(member)}`,
        `--initial-cluster=${everybody}`,
        '--enable-v2',
      ],
      {
        ...this.#user,
        // Debian builds it for arm64, and etcd wants that to be confirmed.
        env: {
          PATH: process.env.PATH,
          ...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }),
        },
        logFile: join(this.#folder, `${name(member)}.log`),
      },
    );
  }

  /** Waits for the end of an election. */
  findLeader(): Promise<{ member: number }> {
    const find = async () => {
      const statuses = await this.#readStatuses();
      const member = statuses.findIndex((status) => status && status.id === status.leader);
      return member === -1 ? undefined : { member };
    };
    return vi.waitUntil(find, { timeout: 30_000, interval: 200 });
  }

  /** Whether all members follow the same leader. */
  async isWhole(): Promise<boolean> {
    const statuses = await this.#readStatuses();
    const leaders = new Set(statuses.map((status) => status?.leader));
    return leaders.size === 1 && !leaders.has(undefined);
  }

  #readStatuses(): Promise<({ id: string; leader: string | undefined } | undefined)[]> {
    return Promise.all(
      this.ports.map(async (port) => {
        const url = `http://127.0.0.1:${port}/v3/maintenance/status`;
        const status = await readJson<Status>(url, { method: 'POST', body: '{}' });
        return status && { id: status.header.member_id, leader: status.leader };
      }),
    );
  }

  kill(member: number): Promise<void> | undefined {
    return this.#members[member]?.end('SIGKILL');
  }

  async end(): Promise<void> {
    for (const member of this.#members) await member.end('SIGKILL');
  }
}
