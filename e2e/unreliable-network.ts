import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What the network does to a request: passes it on, accepts no connection, drops it before the server
 * gets it, or truncates or drops the response of a server that has already processed it.
 */
export type NetworkCondition = 'up' | 'down' | 'lost request' | 'cut response' | 'lost response';

export interface UnreliableNetwork {
  readonly address: string;
  condition: NetworkCondition;
  /** Changing it simulates a new release: every script gets a new name, and the old names are gone. */
  version: string;
  /** The writes that are answered as if the server had rejected them. */
  rejects: RegExp | undefined;
  close: () => Promise<void>;
}

/** A proxy between the browser and a server, through which a test simulates network failures. */
export async function startUnreliableNetwork(target: string): Promise<UnreliableNetwork> {
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const network: UnreliableNetwork = {
    address: `http://127.0.0.1:${port}`,
    condition: 'up',
    version: '',
    rejects: undefined,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return network;

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { condition, version } = network;
    if (condition === 'down') return void incoming.destroy();
    if (condition === 'lost request') {
      incoming.on('end', () => outgoing.destroy()).resume();
      return;
    }
    const { method, url = '/' } = incoming;
    if (method !== 'GET' && network.rejects?.test(url)) {
      incoming.on('end', () => reject(outgoing)).resume();
      return;
    }
    const isRenamed = version !== '' && !/^\/(api|uploads)\//.test(url);
    const path = isRenamed ? url.replace(`-${version}.chunk.js`, '.chunk.js') : url;
    if (isRenamed && path === url && url.endsWith('.chunk.js')) {
      outgoing.writeHead(404).end();
      return;
    }
    const headers = isRenamed ? { accept: incoming.headers.accept } : incoming.headers;
    const forwarded = request(target + path, { method, headers }, (response) => {
      if (condition === 'lost response') {
        response.on('end', () => outgoing.destroy()).resume();
        return;
      }
      if (condition === 'cut response') return truncate(response, outgoing);
      if (isRenamed && /html|javascript/.test(response.headers['content-type'] ?? '')) {
        return void renameScripts(version, response, outgoing);
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}

/** What the server says of a write that it rejects. */
export const rejectionMessage = 'Có từ không hợp lệ';

function reject(outgoing: ServerResponse): void {
  outgoing.writeHead(422, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ message: rejectionMessage, code: 'invalid' }));
}

/** The page, its scripts and its worker refer to each other by name and revision. */
async function renameScripts(version: string, response: IncomingMessage, outgoing: ServerResponse) {
  const { 'content-length': _, etag: __, ...headers } = response.headers;
  outgoing.writeHead(response.statusCode ?? 502, headers);
  const body = (await text(response))
    .replace(/\.([\w-]{8})\.chunk\.js/g, `.$1-${version}.chunk.js`)
    .replace(/\b[0-9a-f]{16}\b/g, `$&-${version}`);
  outgoing.end(body);
}

/** Sends the headers and half of the body, then closes the connection. */
function truncate(response: IncomingMessage, outgoing: ServerResponse): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => {
    const body = Buffer.concat(chunks);
    const headers = { ...response.headers, 'content-length': String(body.length + 1) };
    delete headers['transfer-encoding'];
    outgoing.writeHead(response.statusCode ?? 502, headers);
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  });
}
