import { readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { borrowEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrator.ts';
import { connectToOwnPostgres } from '../database/own-postgres.ts';
import { StartUpError } from '../start-up-error.ts';

/** Runs an operator's command on the installation's database, beside a running server or without one. */
export async function runCommand(
  usage: string,
  command: (database: Database, argument: string) => Promise<string>,
): Promise<void> {
  try {
    const argument = process.argv[2];
    if (!argument || process.argv.length > 3) throw new StartUpError(`Usage: ${usage}`);
    console.log(await withDatabase((database) => command(database, argument)));
  } catch (error) {
    console.error(error instanceof StartUpError ? error.message : error);
    process.exitCode = 1;
  }
}

async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const cluster = config.databaseUrl
    ? await connectToOwnPostgres(config.databaseUrl)
    : await borrowEmbeddedPostgres(config.dataDir);
  try {
    await migrate(cluster.connection);
    const database = openDatabase(cluster.connection);
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  } finally {
    await cluster.stop();
  }
}
