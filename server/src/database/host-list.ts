import { type Connection, DatabaseClient, type Host, type HostChooser } from './database-client.ts';
import { DatabaseAwayError, describeError } from './postgres-errors.ts';

export const defaultPort = 5432;
const probeTimeoutMs = 3_000;

/**
 * Finds the host that accepts writes, as libpq does with `target_session_attrs=read-write`, and keeps to
 * it until a connection fails.
 */
export class HostList implements HostChooser {
  readonly all: readonly Host[];
  #known: Host | undefined;
  #search: Promise<Host> | undefined;

  constructor(hosts: readonly Host[]) {
    this.all = hosts;
  }

  async choose(connection: Connection): Promise<Host> {
    if (this.#known) return this.#known;
    this.#search ??= this.#findPrimary(connection).finally(() => {
      this.#search = undefined;
    });
    this.#known = await this.#search;
    return this.#known;
  }

  reject(host: Host): void {
    if (this.#known === host) this.#known = undefined;
  }

  /** Tries all at once, since a silent host takes its time, but prefers the one named first. */
  async #findPrimary(connection: Connection): Promise<Host> {
    const attempts = this.all.map((host) => ({ host, problem: findProblem(connection, host) }));
    const problems: string[] = [];
    for (const { host, problem } of attempts) {
      const found = await problem;
      if (found === undefined) return host;
      problems.push(`${describeHost(host)}: ${found}`);
    }
    throw new DatabaseAwayError(`no host accepts writes (${problems.join('; ')})`);
  }
}

async function findProblem(connection: Connection, host: Host): Promise<string | undefined> {
  const { hosts: _, ...settings } = connection;
  const client = new DatabaseClient({
    ...settings,
    ...host,
    connectionTimeoutMillis: probeTimeoutMs,
  });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return describeError(error);
  } finally {
    void client.end().catch(() => undefined);
  }
}

export function describeHost({ host = 'localhost', port = defaultPort }: Connection): string {
  if (host.startsWith('/')) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
