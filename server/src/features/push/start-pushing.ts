import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { PostgresListener } from '../../database/postgres-listener.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import { PushSender } from './push-sender.ts';

interface Settings {
  config: Config;
  log: Log;
  now?: () => Date;
  /** How often it looks for retries, the end of the quiet hours, and what another server has left. */
  intervalMs?: number;
}

/** Sends push messages as soon as notifications are published, until the returned function is called. */
export function startPushing(
  database: Database,
  { config, log, now, intervalMs = 5_000 }: Settings,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { language, publicUrl } = config;
  const sender = new PushSender(database.db, {
    language,
    publicUrl,
    log,
    signal,
    ...(now && { now }),
  });
  const logFailure = failureLog(log, 'could not send push messages');
  let running: Promise<void> | undefined;
  let isRequested = false;

  const run = async () => {
    while (isRequested && !signal.aborted) {
      isRequested = false;
      await sender.drain().catch(logFailure);
    }
    running = undefined;
  };
  const wake = () => {
    isRequested = true;
    running ??= run();
  };

  const listener = new PostgresListener(
    database,
    { channels: { notifications: wake }, onReconnect: wake },
    log,
  );
  void listener.start().then(wake, logFailure);
  const timer = setInterval(() => {
    void listener.check();
    wake();
  }, intervalMs);
  timer.unref();

  return async () => {
    clearInterval(timer);
    stopping.abort();
    await listener.close();
    await running;
  };
}
