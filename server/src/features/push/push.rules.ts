import { createECDH, ECDH } from 'node:crypto';
import { limits } from '@lop-xanh/contract/rules/limits';

/** The push services of the browsers. Nothing else is sent to, so that nobody makes the server call an address. */
const pushHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
const pushDomains = ['.push.apple.com', '.notify.windows.com'];

export function isPushService(endpoint: string, testOrigin: string | undefined): boolean {
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username || password) return false;
  if (origin === testOrigin) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    (pushHosts.includes(hostname) || pushDomains.some((domain) => hostname.endsWith(domain)))
  );
}

export interface BrowserKeys {
  /** A point of the curve P-256. */
  p256dh: string;
  auth: string;
}

/** Whether messages can be encrypted with the keys. */
export function areUsableKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (!isBase64Url(p256dh) || !isBase64Url(auth)) return false;
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

const isBase64Url = (text: string) => /^[\w-]+=*$/.test(text);

/** The pair of the site's keys with this private key. */
export function toKeyPair(privateKey: Buffer) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    publicKey: ecdh.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

const vietnamOffsetMs = 7 * 3_600_000;

/** The end of the quiet hours in Vietnam, or undefined outside them. */
export function findQuietEnd(now: Date): Date | undefined {
  const local = new Date(now.getTime() + vietnamOffsetMs);
  const hour = local.getUTCHours();
  if (hour >= limits.quietUntilHour && hour < limits.quietFromHour) return undefined;
  const isEvening = hour >= limits.quietFromHour;
  local.setUTCHours(limits.quietUntilHour + (isEvening ? 24 : 0), 0, 0, 0);
  return new Date(local.getTime() - vietnamOffsetMs);
}

const retryMinutes = [1, 5, 30, 120, 360];

/** How many minutes to wait after this many failed attempts. */
export function getRetryMinutes(attempts: number): number {
  return retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? 1;
}

export type Outcome = 'sent' | 'gone' | 'failed' | 'rejected';

/** What the HTTP status of a push service says about a message. */
export function judgeStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'failed' : 'rejected';
}
