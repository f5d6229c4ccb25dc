import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

describe('a URL with one host', () => {
  test.each([
    ['postgres://lop:m%40t@db.example/school', 'db.example', undefined],
    ['postgresql://lop:m%40t@db.example:6432/school', 'db.example', 6432],
    ['postgres://lop:m@t@[::1]:6432/school', '::1', 6432],
    ['postgres://lop:m%40t@localhost/school?host=%2Frun%2Fpg', '/run/pg', undefined],
    ['postgres://lop:m%40t@/school?host=%2Frun%2Fpg&port=6432', '/run/pg', 6432],
    [
      'postgres://lop:m%40t@db.example/school?target_session_attrs=read-write',
      'db.example',
      undefined,
    ],
  ])('%s', (url, host, port) => {
    const connection = parseDatabaseUrl(url);
    expect(connection).toMatchObject({ user: 'lop', password: 'm@t', database: 'school', host });
    expect(connection.port).toBe(port);
    expect(connection.hosts).toBeUndefined();
    expect(connection).not.toHaveProperty('target_session_attrs');
  });
});

describe('a URL with several hosts', () => {
  const one = { host: 'one', port: 5432 };
  const two = { host: 'two', port: 6432 };
  test.each([
    ['postgres://lop:mat@one,two:6432/school?target_session_attrs=read-write', [one, two]],
    ['postgres://lop:mat@two:6432,one/school?sslmode=disable', [two, one]],
    ['postgres://lop:mat@/school?host=one,two&port=5432,6432', [one, two]],
    [
      'postgres://lop:mat@/school?host=two,%2Frun%2Fpg&port=6432',
      [two, { host: '/run/pg', port: 6432 }],
    ],
    ['postgres://lop:mat@[::1],one/school', [{ host: '::1', port: 5432 }, one]],
  ])('%s', (url, hosts) => {
    const connection = parseDatabaseUrl(url);
    expect(connection).toMatchObject({ user: 'lop', password: 'mat', database: 'school' });
    expect(connection.hosts?.all).toEqual(hosts);
  });
});

test.each([
  ['db.example', 'it must start with postgres://'],
  ['mysql://db.example/school', 'it must start with postgres://'],
  ['postgres://one:port/school', 'Invalid URL'],
  ['postgres://one,two:99999/school', 'Invalid URL'],
  ['postgres://one,two/school?target_session_attrs=standby', 'can only be read-write'],
])('%s is rejected', (url, message) => {
  expect(() => parseDatabaseUrl(url)).toThrow(message);
});
