import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// In tests and development, workers are TypeScript, which a new thread cannot load by itself.
register();

export default (await import(workerData.file)).default;
