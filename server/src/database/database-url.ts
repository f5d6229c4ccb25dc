import { parseIntoClientConfig } from 'pg-connection-string';
import type { Connection, Host } from './database-client.ts';
import { defaultPort, HostList } from './host-list.ts';

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/s;

/**
 * Understands several hosts as libpq does, which `pg` does not: `postgres://user@one:5432,two/name` and
 * `?host=one,two&port=5432`. Throws if the URL cannot be used.
 */
export function parseDatabaseUrl(url: string): Connection {
  const [, start, authority, path, query] = urlParts.exec(url) ?? [];
  if (start === undefined) throw new Error('it must start with postgres://');
  const parameters = new URLSearchParams(query);
  assertWritableTarget(parameters.get('target_session_attrs'));
  parameters.delete('target_session_attrs');
  const names = parameters.get('host')?.split(',');
  const ports = parameters.get('port')?.split(',') ?? [];
  const configs = (names ?? (authority ?? '').split(',')).map((name, index) => {
    if (names) parameters.set('host', name);
    const port = ports[index] ?? (ports.length === 1 ? ports[0] : undefined);
    if (port) parameters.set('port', port);
    return parseIntoClientConfig(
      `${start}${names ? authority : name}${path}?${parameters.toString()}`,
    );
  });
  const [config = {}] = configs;
  if (configs.length === 1) return config;
  return { ...config, hosts: new HostList(configs.map(toHost)) };
}

/** The server always needs a host that accepts writes, so nothing else can be asked for. */
function assertWritableTarget(target: string | null): void {
  if (target === null || target === 'read-write' || target === 'primary') return;
  throw new Error('target_session_attrs can only be read-write');
}

const toHost = ({ host, port }: Connection): Host => ({
  host: host || 'localhost',
  port: port ?? defaultPort,
});
