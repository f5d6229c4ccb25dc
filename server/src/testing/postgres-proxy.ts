import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';

export interface PostgresProxy {
  readonly port: number;
  /** Whether new sessions refuse writes, as those of a standby do. */
  isReadOnly: boolean;
  /** The six digits of another version, which new statements report. */
  version?: string;
  /** Passes on nothing more over the present connections, but keeps them open. New ones work. */
  goSilent(): void;
  /** Ends all connections and accepts no more, as a killed host. */
  kill(): void;
  /** Disconnects the client at its next commit. Returns a function that then passes the commit on. */
  holdNextCommit(): () => void;
}

/** Stands between the server and the PostgreSQL of the tests, on a port of its own. */
export async function startPostgresProxy({ connection }: Database): Promise<PostgresProxy> {
  const socketFile = join(String(connection.host), '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let hold: ((commit: () => void) => void) | undefined;
  const listener = createServer((client) => {
    const postgres = connect(socketFile);
    sockets.add(client);
    let held = false;
    let isFirst = true;
    client.on('error', () => postgres.end());
    client.on('close', () => {
      sockets.delete(client);
      if (!held) postgres.end();
    });
    postgres.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('data', (chunk) => {
      if (silent.has(client)) return;
      const isStartup = isFirst;
      isFirst = false;
      if (isStartup && proxy.isReadOnly) return void postgres.write(refuseWrites(chunk));
      if (!hold || !chunk.includes('commit\0')) return void postgres.write(chunk);
      held = true;
      hold(() => postgres.end(chunk));
      hold = undefined;
      client.destroy();
    });
    postgres.on('data', (chunk) => {
      if (!held && !silent.has(client)) client.write(replaceVersion(chunk, proxy.version));
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const proxy: PostgresProxy = {
    port: (listener.address() as AddressInfo).port,
    isReadOnly: false,
    goSilent: () => sockets.forEach((socket) => silent.add(socket)),
    kill: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
    holdNextCommit: () => {
      let commit = () => undefined as void;
      hold = (release) => {
        commit = release;
      };
      return () => commit();
    },
  };
  onTestFinished(() => proxy.kill());
  return proxy;
}

/** Adds a setting to the message that opens a session. */
function refuseWrites(startup: Buffer): Buffer {
  const setting = Buffer.from('options\0-c default_transaction_read_only=on\0\0');
  const changed = Buffer.concat([startup.subarray(0, -1), setting]);
  changed.writeInt32BE(changed.length);
  return changed;
}

/** Changes the response to `show server_version_num`. */
function replaceVersion(chunk: Buffer, version: string | undefined): Buffer {
  if (version === undefined) return chunk;
  const text = chunk.toString('latin1');
  return Buffer.from(text.replace(/(server_version_num[^]*?)\d{6}/, `$1${version}`), 'latin1');
}
