import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Ceremony {
  challenge: string;
  origin: string;
  rpId?: string;
  /** Whether the user gave a fingerprint, face or PIN. */
  isVerified?: boolean;
}

const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');

const encodeNumber = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Does in software what a browser and a phone do with a passkey, according to WebAuthn level 2. */
export class SoftwareAuthenticator {
  counter = 0;
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get id(): string {
    return toBase64url(this.#id);
  }

  /** In the form of COSE. */
  get publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** Makes a passkey, without attestation. */
  create(ceremony: Ceremony) {
    const credential = Buffer.concat([
      Buffer.alloc(16),
      encodeNumber(this.#id.length, 2),
      this.#id,
      this.publicKey,
    ]);
    const authData = this.#describe(ceremony, credential);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    const clientDataJSON = this.#describeClient('webauthn.create', ceremony);
    return this.#respond({
      clientDataJSON: toBase64url(clientDataJSON),
      attestationObject: toBase64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. */
  get(ceremony: Ceremony) {
    this.counter++;
    const authData = this.#describe(ceremony);
    const clientDataJSON = this.#describeClient('webauthn.get', ceremony);
    const signed = Buffer.concat([authData, sha256(clientDataJSON)]);
    return this.#respond({
      clientDataJSON: toBase64url(clientDataJSON),
      authenticatorData: toBase64url(authData),
      signature: toBase64url(sign('sha256', signed, this.#keys.privateKey)),
    });
  }

  #respond(response: Record<string, unknown>) {
    const { id } = this;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #describeClient(type: string, { challenge, origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #describe(
    { origin, rpId = new URL(origin).hostname, isVerified = true }: Ceremony,
    credential?: Buffer,
  ) {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0);
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags]),
      encodeNumber(this.counter, 4),
      credential ?? Buffer.alloc(0),
    ]);
  }
}
