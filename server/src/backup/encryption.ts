import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { describeCommand } from '../lib/command-line.ts';
import { OperatorError } from '../operator-error.ts';

/*
 * Backups are encrypted in the age format (age-encryption.org). The server holds only public keys; without
 * the identity, the private key that the operator keeps elsewhere, nobody can read them.
 */

export function createEncrypter(recipients: readonly string[]): Encrypter {
  if (recipients.length === 0) {
    throw new OperatorError(
      `Missing setting: BACKUP_RECIPIENT. Backups in BACKUP_TARGET are encrypted to a key of yours: make one with "${describeCommand('backup-key <new file>')}".`,
    );
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new OperatorError(
        `The setting BACKUP_RECIPIENT is invalid: ${recipient} is not a public key of age.`,
      );
    }
  }
  return encrypter;
}

/** Reads an identity as `backup-key` and age-keygen write it, from a file or, if that is `-`, from standard input. */
export async function readIdentities(file: string): Promise<Decrypter> {
  const text = await (file === '-' ? readText(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new OperatorError(`The identity ${file} cannot be read.`);
  });
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    identities.length = 0;
  }
  if (identities.length === 0) {
    throw new OperatorError(
      `${file} is not an identity of age: it needs a line AGE-SECRET-KEY-1… without a passphrase.`,
    );
  }
  return decrypter;
}

export async function* encrypt(
  encrypter: Encrypter,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  yield* toBuffers(await encrypter.encrypt(ReadableStream.from(content)));
}

export async function* decrypt(
  decrypter: Decrypter,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const decrypted = await decrypter.decrypt(ReadableStream.from(content)).catch((error: Error) => {
    if (!error.message.includes('no identity matched')) throw error;
    throw new OperatorError('The backup was encrypted to another key than that of the identity.');
  });
  yield* toBuffers(decrypted);
}

async function* toBuffers(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream) {
    yield Buffer.from(buffer, byteOffset, byteLength);
  }
}
