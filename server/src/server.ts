import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startSweeping } from './cleanup.ts';
import { type Config, prepareDataFolder } from './config.ts';
import { openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrator.ts';
import { connectToOwnPostgres } from './database/own-postgres.ts';
import { fillDemo, hasDemoAccounts } from './demo/fill-demo.ts';
import { openClassifier } from './features/scan/classifier.ts';
import { leave } from './http/leaving.ts';
import { checkPort, explainListenError, siteAddress } from './http/listening.ts';
import { openLog } from './http/logger.ts';
import { StartUpError } from './start-up-error.ts';
import { openStorage } from './storage/open-storage.ts';
import { pairStorage } from './storage/pairing.ts';

export interface RunningServer {
  readonly address: string;
  stop(): Promise<void>;
}

const msBetweenLooks = 50;

/** Called with the name of each step as it begins, so that whoever started us sees where we are. */
export type Report = (step: string) => void;

/** Configuration → database → app → listen. When a step fails, what the earlier ones started is stopped. */
export async function startServer(config: Config, report: Report): Promise<RunningServer> {
  const log = openLog(config.logLevel);
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    await checkPort(config);
    prepareDataFolder(config);
    const storage = await openStorage(config);

    report(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting PostgreSQL');
    const cluster = config.databaseUrl
      ? await connectToOwnPostgres(config.databaseUrl)
      : await startEmbeddedPostgres(config.dataDir, {}, log);
    undo.push(() => cluster.stop());

    report('Bringing the database up to date');
    await migrate(cluster.connection);
    const database = openDatabase(cluster.connection);
    undo.push(() => database.close());

    await pairStorage(database, storage);
    if (config.isDemo) {
      report('Preparing the demo');
      await fillDemo(database.db, storage);
    } else if (await hasDemoAccounts(database.db)) {
      throw new StartUpError(
        'The database holds demo accounts, whose password is public: use another database, or set DEMO=1.',
      );
    }

    report('Loading the waste classifier');
    const classifier = openClassifier({ log });
    undo.push(() => classifier.close());
    const problem = await classifier.start();
    if (problem) report(`The waste scanner stays off: ${problem}`);

    report('Starting the web server');
    const leaving = config.publicUrl && new AbortController();
    const app = await buildApp({
      config,
      database,
      storage,
      classifier,
      log,
      ...(leaving && { leaving: leaving.signal }),
    });
    undo.push(() => closeWhenAnswered(app));
    undo.push(startSweeping(database, storage, log));
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListenError(error, config);
    });
    if (leaving) undo.push(() => leave(leaving));
    const { port } = app.server.address() as AddressInfo;
    return { address: siteAddress(config, port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for the running requests; a connection kept alive after its answer would keep us waiting too. */
async function closeWhenAnswered(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), msBetweenLooks);
  await app.close();
  clearInterval(timer);
}
