import { createECDH } from 'node:crypto';
import type { Db } from '../../database/database.ts';
import { insertPrivateKey, readPrivateKey } from './push.queries.ts';
import { toKeyPair } from './push.rules.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Loads the keys with which push services recognize this site; all servers share one pair, created by the
 * first of them. Loads once, and again after a failure.
 */
export function createPushKeysLoader(db: Db): () => Promise<PushKeys> {
  let keys: Promise<PushKeys> | undefined;
  return () => {
    keys ??= loadKeys(db).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

async function loadKeys(db: Db): Promise<PushKeys> {
  await insertPrivateKey(db, generatePrivateKey());
  return toKeyPair(await readPrivateKey(db));
}

/** 32 bytes: Node omits leading zeros. */
function generatePrivateKey(): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const key = ecdh.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]);
}
