import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '@lop-xanh/contract/push';
import { afterFile, type CleanupHook } from './cleanup-hooks.ts';

/** What one browser received. */
interface Received {
  message: PushMessage;
  /** The number of its request among all that the service got. */
  order: number;
  /** As encrypted text, which is all that the push service sees. */
  headers: IncomingMessage['headers'];
  /** The claims of the verified signature. */
  claims: { aud: string; exp: number; sub: string };
  publicKey: string;
}

export interface Browser {
  /** The body of a subscription. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: Received[];
  /** Responds to the next messages in this order, then with 201. */
  statuses: number[];
}

/** A push service as in RFC 8030: decrypts every message like a browser, and verifies who sent it. */
export async function startPushService(onCleanup: CleanupHook = afterFile) {
  const browsers = new Map<string, Browser & { receive: (body: Buffer) => PushMessage }>();
  let requests = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const order = ++requests;
    const browser = browsers.get(request.url as string);
    const body = await buffer(request);
    const status = browser ? (browser.statuses.shift() ?? 201) : 404;
    if (browser && status === 201) {
      browser.received.push({
        message: browser.receive(body),
        order,
        headers: request.headers,
        ...verifySender(String(request.headers.authorization)),
      });
    }
    response.writeHead(status, { location: `${origin}/elsewhere` }).end();
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    countRequests: () => requests,
    addBrowser(): Browser {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomUUID()}`;
      const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
      const receive = (body: Buffer) =>
        JSON.parse(decrypt(body, { ecdh, p256dh, auth })) as PushMessage;
      const subscription = { endpoint: origin + path, keys };
      const browser = { subscription, received: [], statuses: [], receive };
      browsers.set(path, browser);
      return browser;
    },
  };
}

interface DecryptionKeys {
  ecdh: ReturnType<typeof createECDH>;
  p256dh: Buffer;
  auth: Buffer;
}

/** RFC 8291: one record of aes128gcm. */
function decrypt(body: Buffer, { ecdh, p256dh, auth }: DecryptionKeys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, saltOfStep: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOfStep, info, length));

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** RFC 8292: `vapid t=<token>, k=<public key>`. */
function verifySender(authorization: string): Pick<Received, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=(.+), k=(.+)$/.exec(authorization) ?? [];
  const [header, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  ) as [string, string];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature of a push message is not valid');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey };
}
