import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackups } from './backup/start-backups.ts';
import { startCleanup } from './cleanup.ts';
import { type Config, prepareDataFolder } from './config.ts';
import { openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { connectToExternalPostgres } from './database/external-postgres.ts';
import { migrate } from './database/migrator.ts';
import { fillDemo, hasDemoAccounts } from './demo/fill-demo.ts';
import { repeatErasures } from './features/privacy/erasure-records.service.ts';
import { startPushing } from './features/push/start-pushing.ts';
import { openClassifier } from './features/scan/classifier.ts';
import { drain } from './http/draining.ts';
import { HeldConnections } from './http/held-connections.ts';
import { checkPort, describeSiteUrl, explainListenError } from './http/listening.ts';
import { createLogger } from './http/logger.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import { OperatorError } from './operator-error.ts';
import { openStorage } from './storage/open-storage.ts';
import { pairStorage } from './storage/pairing.ts';

export interface RunningServer {
  readonly address: string;
  stop(): Promise<void>;
}

const idleCheckIntervalMs = 50;

/** Called with the name of each step as it begins. */
export type ReportStep = (step: string) => void;

/** Configuration → database → app → listen. If a step fails, everything started before is stopped. */
export async function startServer(config: Config, report: ReportStep): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  const stopSteps: (() => unknown)[] = [];
  const stop = async () => {
    for (let step = stopSteps.pop(); step; step = stopSteps.pop()) await step();
  };
  try {
    await checkPort(config);
    prepareDataFolder(config);
    const storage = await openStorage(config);

    report(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting PostgreSQL');
    const cluster = config.databaseUrl
      ? await connectToExternalPostgres(config.databaseUrl)
      : await startEmbeddedPostgres(config.dataDir, {}, log);
    stopSteps.push(() => cluster.stop());

    report('Migrating the database');
    const held = new HeldConnections();
    stopSteps.push(() => held.close());
    await migrate(cluster.connection, { report, onUpgrade: () => held.open(config) });
    const database = openDatabase(cluster.connection, { max: config.databasePoolSize });
    stopSteps.push(() => database.close());

    await pairStorage(database.db, storage);
    const repeated = await repeatErasures(database.db, storage);
    if (repeated > 0) report(`Erasing ${repeated} accounts again that a backup brought back`);
    if (config.isDemo) {
      report('Preparing the demo');
      await fillDemo(database.db, storage);
    } else if (await hasDemoAccounts(database.db)) {
      throw new OperatorError(
        'The database contains demo accounts, whose password is public: use another database, or set DEMO=1.',
      );
    }

    report('Checking the waste classifier');
    const classifier = openClassifier({ idleMs: config.scannerIdleMinutes * 60_000, log });
    stopSteps.push(() => classifier.close());
    const problem = await classifier.start();
    if (problem) report(`The waste scanner is unavailable: ${problem}`);

    report('Starting the web server');
    const draining = config.publicUrl && new AbortController();
    const app = await buildApp({
      config,
      database,
      storage,
      classifier,
      log,
      ...(draining && { draining: draining.signal }),
    });
    stopSteps.push(() => closeGracefully(app));
    if (config.metrics) {
      const { metrics } = config;
      const served = await startMetricsServer(metrics, { database, storage, log }).catch(
        (error: unknown) => {
          throw explainListenError(error, metrics, 'METRICS_');
        },
      );
      stopSteps.push(() => served.stop());
      report(`Serving metrics on port ${served.port}`);
    }
    stopSteps.push(startPushing(database, { config, log }));
    stopSteps.push(startCleanup(database, storage, { retention: config.retention, log }));
    stopSteps.push(await startBackups(database, config, log));
    const listen = () => app.listen({ port: config.port, host: config.host });
    await held.handOver(app.server, listen).catch((error: unknown) => {
      throw explainListenError(error, config);
    });
    if (draining) stopSteps.push(() => drain(draining));
    const { port } = app.server.address() as AddressInfo;
    return { address: describeSiteUrl(config, port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for running requests, and closes keep-alive connections as soon as they are idle. */
async function closeGracefully(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), idleCheckIntervalMs);
  await app.close();
  clearInterval(timer);
}
