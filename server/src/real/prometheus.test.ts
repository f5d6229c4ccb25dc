import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startTestMetrics } from '../testing/metrics.ts';
import { findFreePort } from '../testing/nginx.ts';
import { makeDataDir } from '../testing/server-process.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const ops = fileURLToPath(new URL('../../../ops/', import.meta.url));
const rules = join(ops, 'prometheus/alerts.yml');
const run = promisify(execFile);

test('promtool accepts the alert rules, and they fire when they should', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', rules]);
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
  const tests = join(ops, 'prometheus/alerts.test.yml');
  expect((await run('promtool', ['test', 'rules', tests])).stdout).toContain('SUCCESS');
});

test('promtool finds nothing to improve in our metrics', async () => {
  const { address } = await startTestMetrics(await makeTestDatabase(onTestFinished));
  const text = await (await fetch(`${address}/metrics`)).text();
  const ours = text.split('\n').filter((line) => /^(# \w+ )?lop_xanh_/.test(line));
  const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'inherit', 'pipe'] });
  let output = '';
  promtool.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  promtool.stdin.end(`${ours.join('\n')}\n`);
  const [code] = await once(promtool, 'close');
  expect([code, output]).toEqual([0, '']);
});

test('a real Prometheus reads our metrics, and every query of the rules and the dashboard works', async () => {
  const { app, address } = await startTestMetrics(await makeTestDatabase(onTestFinished));
  await app.inject('/api/health');
  await app.inject('/api/auth/me');
  const query = await startPrometheus(new URL(address).host);
  await expect
    .poll(() => query('up{job="lop-xanh"}'))
    .toMatchObject([{ value: [expect.anything(), '1'] }]);

  const { panels } = JSON.parse(readFileSync(join(ops, 'grafana/lop-xanh.json'), 'utf8'));
  const expressions = (panels as { targets?: { expr: string }[] }[])
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$job', 'lop-xanh').replaceAll('$__rate_interval', '1m'));
  expect(expressions.length).toBeGreaterThan(20);
  const names = [...expressions, readFileSync(rules, 'utf8')].flatMap(
    (text) => text.match(/\b(?:lop_xanh|nodejs|process)_\w+/g) ?? [],
  );
  /** Nothing has been counted or recorded yet. */
  const empty = ['lop_xanh_push_messages_total', 'lop_xanh_backup_age_seconds'];
  for (const expression of expressions) await query(expression);
  for (const name of new Set(names)) {
    if (!empty.includes(name)) expect([name, await query(name)]).not.toEqual([name, []]);
  }
});

interface QueryResponse {
  status: string;
  error?: string;
  data: { result: unknown[] };
}

/** Starts a Prometheus that reads from this address every second, and returns a function that queries it. */
async function startPrometheus(target: string) {
  const folder = dirname(makeDataDir());
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${rules}']
scrape_configs:
  - job_name: lop-xanh
    static_configs: [{ targets: ['${target}'] }]
`,
  );
  const port = await findFreePort();
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  const exited = once(prometheus, 'exit');
  onTestFinished(async () => {
    prometheus.kill('SIGTERM');
    await exited;
  });
  return async (expression: string): Promise<unknown[]> => {
    const url = new URL(`http://127.0.0.1:${port}/api/v1/query`);
    url.searchParams.set('query', expression);
    const response = await fetch(url).catch(() => undefined);
    // It is still starting.
    if (!response || response.status === 503) return [];
    const { status, error, data } = (await response.json()) as QueryResponse;
    if (status !== 'success') throw new Error(`${expression}: ${error}`);
    return data.result;
  };
}
