import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperatorError } from '../operator-error.ts';
import { runCommand } from './command.ts';

/** Writes the file as age-keygen does. X25519, because the age of Debian 12 knows no newer keys. */
await runCommand('backup-key <new file>', async (_, argument) => {
  const file = resolve(argument);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The key cannot be written to ${file}: ${error.code}.`);
  });
  return `The private key is in ${file}. Keep it away from this machine, in two places: without it no backup can be read.\nBACKUP_RECIPIENT=${recipient}`;
});
