import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { scrape, startTestMetrics } from '../testing/metrics.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const files = ['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/lop-xanh.json'];

const readOpsFile = (file: string) =>
  readFileSync(new URL(`../../../ops/${file}`, import.meta.url), 'utf8');

test('every alert has a test in which it fires', () => {
  const alerts = [...readOpsFile('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)];
  expect(alerts.length).toBeGreaterThan(10);
  const tests = readOpsFile('prometheus/alerts.test.yml');
  const firing = [...tests.matchAll(/- alertname: (\w+)/g)].map(([, name]) => name);
  expect(alerts.map(([, name]) => name).filter((name) => !firing.includes(name))).toEqual([]);
});

test('every metric that the alerts and the dashboard name is exported', async () => {
  const { address } = await startTestMetrics(await makeTestDatabase(onTestFinished));
  const exported = new Set((await scrape(address)).types.keys());
  for (const file of files) {
    const content = readOpsFile(file);
    const names = content.match(/\b(?:lop_xanh|nodejs|process)_\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    const metrics = names.map((name) =>
      exported.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
    );
    expect([file, metrics.filter((name) => !exported.has(name))]).toEqual([file, []]);
  }
});
