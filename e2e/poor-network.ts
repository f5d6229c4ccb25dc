import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the network does to a request: lets it through, takes no connection, swallows it before the
 * server has it, or cuts or swallows the answer of a server that has already acted.
 */
export type Weather = 'through' | 'down' | 'lost request' | 'cut answer' | 'lost answer';

export interface PoorNetwork {
  readonly address: string;
  weather: Weather;
  /** What the service worker's script ends with: another text is another version of the app. */
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
    const isWorker = url === '/service-worker.js';
    // The worker's script is asked for whole and plain, to be given another ending.
    const headers = isWorker ? { accept: '*/*' } : incoming.headers;
    const forwarded = request(target + url, { method, headers }, (answer) => {
      if (weather === 'lost answer') {
        answer.on('end', () => outgoing.destroy()).resume();
        return;
      }
      if (weather === 'cut answer') return cutShort(answer, outgoing);
      if (isWorker) delete answer.headers['content-length'];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('end', () => outgoing.end(isWorker ? `\n// ${version}` : ''));
      answer.pipe(outgoing, { end: false });
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
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
