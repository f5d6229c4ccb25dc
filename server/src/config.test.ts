import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { OperatorError } from './operator-error.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lop-xanh-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

test.each([
  ['vi', 'vi'],
  ['en', 'en'],
  ['default', 'default'],
  ['', 'default'],
  // A list for gettext, as many systems set it.
  ['en_US:en', 'default'],
  ['vi_VN.UTF-8', 'default'],
])('LANGUAGE=%s means the language %s', (LANGUAGE, language) => {
  expect(readConfig({ DATA_DIR, LANGUAGE }).language).toBe(language);
});

test('secrets can be read from files, whose last line may end with a newline', () => {
  const write = (name: string, text: string) => {
    const file = join(DATA_DIR, name);
    writeFileSync(file, text);
    return file;
  };
  const { databaseUrl, s3 } = readConfig({
    DATABASE_URL_FILE: write('url', 'postgres://someone:secret@localhost/school\n'),
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'anh',
    S3_ACCESS_KEY_ID_FILE: write('id', 'an id\r\n'),
    S3_SECRET_ACCESS_KEY_FILE: write('key', ' a key '),
  });
  expect(databaseUrl).toBe('postgres://someone:secret@localhost/school');
  expect(s3).toMatchObject({ accessKeyId: 'an id', secretAccessKey: ' a key ' });
});

test.each([
  [
    { DATABASE_URL_FILE: '/nonexistent' },
    '/nonexistent (DATABASE_URL_FILE) cannot be read: ENOENT',
  ],
  [
    { DATABASE_URL_FILE: '/nonexistent', DATABASE_URL: 'postgres://db.example/school' },
    'Set either DATABASE_URL or DATABASE_URL_FILE, not both.',
  ],
  [{ PORT: 'eighty' }, 'The setting PORT is invalid'],
  [{ PORT: '70000' }, 'The setting PORT is invalid'],
  [{ PUBLIC_URL: 'lop' }, 'The setting PUBLIC_URL is invalid'],
  [{ DEMO: 'yes' }, 'The setting DEMO is invalid'],
  [{ LANGUAGE: 'fr' }, 'The setting LANGUAGE is invalid'],
  [{ S3_BUCKET: 'Ảnh lớp' }, 'The setting S3_BUCKET is invalid'],
  [
    { SLIDE_HOSTS: 'slides.example.vn, https://video.example.vn/' },
    'The setting SLIDE_HOSTS is invalid',
  ],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'anh' },
    'Missing settings: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
  ],
  [{ DATABASE_POOL_SIZE: '1' }, 'The setting DATABASE_POOL_SIZE is invalid'],
  [
    { DATABASE_URL: 'postgres://one,two/school?target_session_attrs=standby' },
    'The setting DATABASE_URL is invalid: target_session_attrs can only be read-write.',
  ],
  [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL is invalid: it must start with'],
])('%j is an error of the operator', (settings, message) => {
  const read = () => readConfig({ DATA_DIR, ...settings });
  expect(read).toThrow(OperatorError);
  expect(read).toThrow(message);
});

test('DATABASE_POOL_SIZE is 10 unless it is set', () => {
  expect(readConfig({ DATA_DIR }).databasePoolSize).toBe(10);
  expect(readConfig({ DATA_DIR, DATABASE_POOL_SIZE: '25' }).databasePoolSize).toBe(25);
});

describe('backups', () => {
  const key = 'age1c4q82h86petc49z0dy8ugg3p5rcnwgaqf9wt8u3q9xanlqhknqzs6fxf0v';
  const valid = { DATA_DIR, BACKUP_TARGET: '/backups', BACKUP_RECIPIENT: key };

  test('are off without BACKUP_TARGET, and nightly with it', () => {
    expect(readConfig({ DATA_DIR }).backup.target).toBeUndefined();
    expect(readConfig(valid).backup).toEqual({
      target: '/backups',
      recipients: [key],
      at: '02:00',
      keep: { days: 7, weeks: 4, months: 12 },
      s3: undefined,
    });
    const settings = { ...valid, BACKUP_AT: 'off', BACKUP_KEEP: '30d,0w,24m' };
    expect(readConfig(settings).backup).toMatchObject({
      at: undefined,
      keep: { days: 30, weeks: 0, months: 24 },
    });
  });

  test.each([
    [{ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1ABC' }, /BACKUP_RECIPIENT is invalid: give a public key/],
    [{ BACKUP_AT: '24:00' }, /BACKUP_AT is invalid/],
    [{ BACKUP_KEEP: '7' }, /BACKUP_KEEP is invalid: give days, weeks and months/],
    [{ BACKUP_KEEP: '0d,4w,12m' }, /BACKUP_KEEP is invalid: keep at least 1d/],
    [{ BACKUP_TARGET: 's3://' }, /is not a bucket/],
    [{ BACKUP_TARGET: 's3://kho/a' }, /need BACKUP_S3_ENDPOINT, .* or the S3_… settings/],
  ])('%j is rejected', (settings, message) => {
    expect(() => readConfig({ ...valid, ...settings })).toThrow(message);
  });

  test('in a bucket use the keys of the uploads, or their own', () => {
    const S3_ENDPOINT = 'https://s3.example/';
    const uploads = {
      S3_ENDPOINT,
      S3_BUCKET: 'kho',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    const bucket = { ...valid, BACKUP_TARGET: 's3://luu/lop-xanh', ...uploads };
    expect(readConfig(bucket).backup.s3).toEqual({
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    const own = { ...bucket, BACKUP_S3_ACCESS_KEY_ID: 'c', BACKUP_S3_SECRET_ACCESS_KEY: 'd' };
    expect(readConfig(own).backup.s3).toMatchObject({ accessKeyId: 'c', secretAccessKey: 'd' });
    const half = { ...bucket, BACKUP_S3_ACCESS_KEY_ID: 'c' };
    expect(() => readConfig(half)).toThrow(/need BACKUP_S3_ENDPOINT/);
  });
});

test.each([
  [{}, 0],
  [{ PUBLIC_URL: 'https://lop.example' }, 1],
  [{ PUBLIC_URL: 'https://lop.example', TRUSTED_PROXIES: '0' }, 0],
  [{ TRUSTED_PROXIES: '2' }, 2],
  [
    { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' },
    ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
  ],
])('the settings %j trust %j', (settings, trustedProxies) => {
  expect(readConfig({ DATA_DIR, ...settings }).trustedProxies).toEqual(trustedProxies);
});

test.each(['-1', '12', '10/8', 'nginx', '10.0.0.0/99', '127.0.0.1;10.0.0.1'])(
  'TRUSTED_PROXIES=%s is rejected',
  (TRUSTED_PROXIES) => {
    expect(() => readConfig({ DATA_DIR, TRUSTED_PROXIES })).toThrow(
      /^The setting TRUSTED_PROXIES is invalid: give the number of proxies/,
    );
  },
);
