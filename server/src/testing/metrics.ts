import { onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import { startMetricsServer } from '../metrics/metrics-server.ts';
import type { Storage } from '../storage/storage.ts';
import { makeTestStorage, testConfig } from './test-app.ts';

const metrics = { host: '127.0.0.1', port: 0 };

/** An app whose requests are measured, and the server that publishes the metrics. */
export async function startTestMetrics(
  database: Database,
  storage: Storage = makeTestStorage(onTestFinished),
) {
  const app = await buildApp({ config: { ...testConfig, metrics }, database, storage });
  onTestFinished(() => app.close());
  const server = await startMetricsServer(metrics, { database, storage, log: console });
  onTestFinished(() => server.stop());
  return { app, address: `http://127.0.0.1:${server.port}` };
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the metrics, in the text format of Prometheus. */
export async function scrape(address: string) {
  const response = await fetch(`${address}/metrics`);
  const text = await response.text();
  if (!response.ok) throw new Error(`The metrics cannot be read: ${response.status}`);
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.trim().split('\n')) {
    const [, typed, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (typed && type) types.set(typed, type);
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    samples.push({
      name,
      labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])),
      value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
    });
  }
  /** The sum of the samples with this name and these labels; undefined if there are none. */
  const read = (name: string, labels: Record<string, string> = {}): number | undefined => {
    const found = samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, expected]) => sample.labels[label] === expected),
    );
    if (found.length === 0) return undefined;
    return found.reduce((sum, sample) => sum + sample.value, 0);
  };
  return { text, types, samples, read };
}
