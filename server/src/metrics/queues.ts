import { Gauge } from 'prom-client';
import { events } from './events.ts';

type QueueName =
  | 'downloads'
  | 'expensive_reads'
  | 'file_lookups'
  | 'passwords'
  | 'photos'
  | 'reads'
  | 'scans'
  | 'tables'
  | 'videos'
  | 'writes';

interface QueueState {
  running: number;
  waiting: number;
}

const queues = new Map<QueueName, () => QueueState>();

/** Publishes the length of a queue. A process has one of each; in tests the latest counts. */
export function watchQueue(name: QueueName, read: () => QueueState): void {
  queues.set(name, read);
}

for (const [state, help] of [
  ['running', 'Jobs that are being done'],
  ['waiting', 'Jobs that wait for their turn'],
] as const) {
  const gauge = new Gauge({
    name: `lop_xanh_queue_${state}`,
    help,
    labelNames: ['queue'],
    registers: [],
    collect() {
      for (const [queue, read] of queues) this.set({ queue }, read()[state]);
    },
  });
  events.registerMetric(gauge);
}
