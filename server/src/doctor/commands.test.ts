import { expect, test } from 'vitest';
import { makeDataDir, runOperatorCommand, startServerProcess } from '../testing/server-process.ts';

test('status and doctor work while a server is running, and when it is not', async () => {
  const DATA_DIR = makeDataDir();
  const server = await startServerProcess({
    DATA_DIR,
    METRICS_PORT: '0',
    DATABASE_POOL_SIZE: '7',
  });
  const { port } = new URL(server.address);
  const settings = { DATA_DIR, PORT: port, DEMO: '1' };
  const [, metricsPort] = /metrics on port (\d+)/.exec(server.output()) ?? [];
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const text = await metrics.text();
  expect(text).toContain('lop_xanh_database_up 1');
  expect(text).toContain('lop_xanh_database_connections_max 7');
  expect(text).toContain('lop_xanh_queue_waiting{queue="scans"} 0');

  const running = await runOperatorCommand(settings, 'status');
  expect(running.output).toMatch(/^Server: version \S+, started \d+ seconds? ago, ready at /);
  expect(running.output).toMatch(/\nDatabase: responds\n/);
  expect(running.code).toBe(0);
  const healthy = await runOperatorCommand(settings, 'doctor');
  expect(healthy.output).toMatch(/^ok {7}Server: version \S+ is ready/m);
  expect(healthy.output).toMatch(/^ok {7}Database: PostgreSQL/m);
  expect(healthy.code).toBe(0);

  server.process.kill('SIGTERM');
  await server.ended;
  const stopped = await runOperatorCommand(settings, 'status');
  expect(stopped.output).toMatch(/^Server: not running at /);
  expect(stopped.code).toBe(1);
  const resting = await runOperatorCommand(settings, 'doctor');
  expect(resting.output).toMatch(/^warning {2}Server: none responds/m);
  expect(resting.output).toMatch(/^ok {7}Database: PostgreSQL/m);
  expect(resting.code).toBe(0);
  const broken = await runOperatorCommand(
    { ...settings, MIN_FREE_DISK_MB: '1000000000' },
    'doctor',
  );
  expect(broken.output).toMatch(/^problem {2}Disk: /m);
  expect(broken.code).toBe(1);
});
