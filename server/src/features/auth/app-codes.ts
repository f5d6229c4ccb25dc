import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const period = 30;
/** Apps whose clock is up to half a minute off still work. */
const window = 1;

/** 160 bits, as long as the output of the hash function that apps use. */
export function generateAppSecret(): Buffer {
  return randomBytes(20);
}

function createTotp(secret: Buffer, username = ''): TOTP {
  return new TOTP({
    issuer: 'Lớp Xanh',
    label: username,
    period,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}

/** What the user types into an app, or the app reads from a QR code. */
export function describeApp(secret: Buffer, username: string): { secret: string; uri: string } {
  const totp = createTotp(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step of thirty seconds whose code this is, or undefined for a wrong code. */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}
