import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// In tests and in development a worker is TypeScript, which a new thread cannot read by itself.
register();

export default (await import(workerData.file)).default;
