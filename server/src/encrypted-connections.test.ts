import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { runDoctor } from './doctor/doctor.ts';
import { OperatorError } from './operator-error.ts';

const toDatabase = (hosts: string) => ({ DATABASE_URL: `postgres://lop:mat-khau@${hosts}` });
const bucket = { S3_BUCKET: 'anh', S3_ACCESS_KEY_ID: 'truong', S3_SECRET_ACCESS_KEY: 'bi-mat' };
const toBucket = (endpoint: string) => ({ ...bucket, S3_ENDPOINT: endpoint });

test.each([
  [toDatabase('db.example/school'), 'DATABASE_URL leads to db.example without TLS'],
  [toDatabase('db.example/school?sslmode=disable'), 'DATABASE_URL leads to db.example'],
  [toDatabase('db.example/school?sslmode=no-verify'), 'DATABASE_URL leads to db.example'],
  [
    toDatabase('db.example/school?uselibpqcompat=true&sslmode=require'),
    'DATABASE_URL leads to db.example',
  ],
  [toDatabase('127.0.0.1,10.0.0.12/school'), 'DATABASE_URL leads to 10.0.0.12'],
  [toDatabase('/school?host=%2Frun%2Fpg,db.example'), 'DATABASE_URL leads to db.example'],
  [toDatabase('[fd00::1]/school'), 'DATABASE_URL leads to fd00::1'],
  [toBucket('http://s3.example'), 'S3_ENDPOINT leads to s3.example without TLS'],
  [toBucket('http://[fd00::1]:9000'), 'S3_ENDPOINT leads to fd00::1'],
  [{ BACKUP_S3_ENDPOINT: 'http://s3.example' }, 'BACKUP_S3_ENDPOINT leads to s3.example'],
  [
    { ...toDatabase('db.example/school'), INSECURE_HOSTS: 'db2.example,10.0.0.0/8' },
    'DATABASE_URL leads to db.example',
  ],
  [{ INSECURE_HOSTS: '10.0.0.0/99' }, 'The setting INSECURE_HOSTS is invalid'],
])('%j stops the start in one sentence', (settings, message) => {
  const read = () => readConfig(settings);
  expect(read).toThrow(OperatorError);
  expect(read).toThrow(message);
});

test.each([
  toDatabase('localhost/school'),
  toDatabase('127.0.0.1:5000/school'),
  toDatabase('[::1]/school'),
  toDatabase('/school?host=%2Frun%2Fpg'),
  { DATABASE_URL: 'postgres:///school' },
  toDatabase('db.example/school?sslmode=verify-full'),
  toDatabase('db1.example,db2.example/school?sslmode=verify-full'),
  toBucket('https://s3.example'),
  toBucket('http://127.0.0.1:9000'),
  { ...toDatabase('DB.example/school'), INSECURE_HOSTS: 'db2.example, db.example' },
  { ...toDatabase('10.0.0.11,10.0.0.12/school'), INSECURE_HOSTS: '10.0.0.0/24' },
  { ...toDatabase('[fd00::1]/school'), INSECURE_HOSTS: 'fd00::/8' },
  { ...toBucket('http://minio:9000'), INSECURE_HOSTS: 'minio' },
])('%j is accepted', (settings) => {
  expect(readConfig(settings)).toBeDefined();
});

test('doctor says what to do, and no secret', async () => {
  const findings = await runDoctor(toDatabase('db.example/school'));
  const found = findings.find(({ level }) => level === 'problem');
  expect(found?.text).toMatch(/^DATABASE_URL leads to db\.example .* add \?sslmode=verify-full/);
  expect(JSON.stringify(findings)).not.toContain('mat-khau');
});
