import { Counter, Gauge, Registry } from 'prom-client';

/** What happens in this process, counted whether somebody reads it or not. */
export const events = new Registry();
const registers = [events];

/** `reason` is a name in the contract, so there is a limited number of them. */
export const errorResponses = new Counter({
  name: 'lop_xanh_http_errors_total',
  help: 'Error responses by status and reason',
  labelNames: ['status', 'reason'],
  registers,
});

export const openStreams = new Gauge({
  name: 'lop_xanh_event_streams',
  help: 'Open streams of unread counts',
  registers,
});

export const pushMessages = new Counter({
  name: 'lop_xanh_push_messages_total',
  help: 'Push messages by what the push service answered: sent, gone, failed (retried) or rejected',
  labelNames: ['outcome'],
  registers,
});

export const lastCleanup = new Gauge({
  name: 'lop_xanh_cleanup_last_run_timestamp_seconds',
  help: 'When this process last cleaned up; of several servers, one does so at a time',
  registers,
});

export const failedCleanupSteps = new Counter({
  name: 'lop_xanh_cleanup_failures_total',
  help: 'Steps of the cleanup that failed',
  registers,
});

export const deletedFiles = new Counter({
  name: 'lop_xanh_cleanup_files_deleted_total',
  help: 'Expired files that the cleanup deleted',
  registers,
});
