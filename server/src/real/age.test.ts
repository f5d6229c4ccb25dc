import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createEncrypter, decrypt, encrypt, readIdentities } from '../backup/encryption.ts';
import { makeFolder } from '../testing/test-app.ts';

/** Around the chunks of age, 64 KiB. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 1_000_000];

const folder = makeFolder();
const identity = join(folder, 'key.txt');
execFileSync('age-keygen', ['-o', identity], { stdio: 'ignore' });
const recipient = execFileSync('age-keygen', ['-y', identity], { encoding: 'utf8' }).trim();

test.each(sizes)(
  "Debian's age reads %i bytes that we write, and we read what it writes",
  async (size) => {
    const content = randomBytes(size);
    const ours = join(folder, `ours-${size}.age`);
    const theirs = join(folder, `theirs-${size}.age`);
    const encrypter = createEncrypter([recipient]);
    writeFileSync(ours, await buffer(encrypt(encrypter, Readable.from([content]))));
    const read = execFileSync('age', ['-d', '-i', identity, ours], { maxBuffer: 1e8 });
    expect(read.equals(content)).toBe(true);

    execFileSync('age', ['-r', recipient, '-o', theirs], { input: content });
    const decrypter = await readIdentities(identity);
    const stored = Readable.from([readFileSync(theirs)]);
    const decrypted = await buffer(decrypt(decrypter, stored));
    expect(decrypted.equals(content)).toBe(true);
  },
);
