import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What the network does to a request: lets it through, takes no connection, swallows it before the
 * server has it, or cuts or swallows the answer of a server that has already acted.
 */
export type Weather = 'through' | 'down' | 'lost request' | 'cut answer' | 'lost answer';

export interface PoorNetwork {
  readonly address: string;
  weather: Weather;
  /** Another word is another release of the app: every script has a new name, and the old names are gone. */
  version: string;
  close: () => Promise<void>;
}

/** A network between the browser and a server that a test can cut as it likes. */
export async function startPoorNetwork(target: string): Promise<PoorNetwork> {
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const network: PoorNetwork = {
    address: `http://127.0.0.1:${port}`,
    weather: 'through',
    version: '',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return network;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { weather, version } = network;
    if (weather === 'down') return void incoming.destroy();
    if (weather === 'lost request') {
      incoming.on('end', () => outgoing.destroy()).resume();
      return;
    }
    const { method, url = '/' } = incoming;
    const isRenamed = version !== '' && !/^\/(api|uploads)\//.test(url);
    const path = isRenamed ? url.replace(`-${version}.chunk.js`, '.chunk.js') : url;
    if (isRenamed && path === url && url.endsWith('.chunk.js')) {
      outgoing.writeHead(404).end();
      return;
    }
    const headers = isRenamed ? { accept: incoming.headers.accept } : incoming.headers;
    const forwarded = request(target + path, { method, headers }, (answer) => {
      if (weather === 'lost answer') {
        answer.on('end', () => outgoing.destroy()).resume();
        return;
      }
      if (weather === 'cut answer') return cutShort(answer, outgoing);
      if (isRenamed && /html|javascript/.test(answer.headers['content-type'] ?? '')) {
        return void rename(version, answer, outgoing);
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}

/** The page, its scripts and its worker speak of each other by name and revision. */
async function rename(version: string, answer: IncomingMessage, outgoing: ServerResponse) {
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  const body = (await text(answer))
    .replace(/\.([\w-]{8})\.chunk\.js/g, `.$1-${version}.chunk.js`)
    .replace(/\b[0-9a-f]{16}\b/g, `$&-${version}`);
  outgoing.end(body);
}

/** The head and half of the body arrive, and then the line is dead. */
function cutShort(answer: IncomingMessage, outgoing: ServerResponse): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const body = Buffer.concat(chunks);
    const headers = { ...answer.headers, 'content-length': String(body.length + 1) };
    delete headers['transfer-encoding'];
    outgoing.writeHead(answer.statusCode ?? 502, headers);
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  });
}
