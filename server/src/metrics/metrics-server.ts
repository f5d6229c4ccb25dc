import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { failureLog, type Log } from '../lib/failure-log.ts';
import type { Storage } from '../storage/storage.ts';
import { events } from './events.ts';
import { addServerState } from './server-state.ts';

interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the metrics on a port of their own, which the proxy does not publish. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  parts: { database: Database; storage: Storage; log: Log },
): Promise<MetricsServer> {
  const state = new Registry();
  collectDefaultMetrics({ register: state });
  addServerState(state, parts);
  const registry = Registry.merge([events, state]);
  const logFailure = failureLog(parts.log, 'the metrics could not be read');

  const sendMetrics = async (response: ServerResponse) => {
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch (error) {
      logFailure(error);
      response.writeHead(500).end();
    }
  };
  const server = createServer(({ method, url }, response) => {
    if (method === 'GET' && url === '/metrics') void sendMetrics(response);
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      state.clear();
    },
  };
}
