import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { attachToEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { connectToExternalPostgres } from '../database/external-postgres.ts';
import { migrate } from '../database/migrator.ts';
import { OperatorError } from '../operator-error.ts';

/** Runs an operator's command with its single argument, and prints the returned text. */
export async function runCommand(
  usage: string,
  command: (config: Config, argument: string) => Promise<string>,
): Promise<void> {
  try {
    const argument = process.argv[2];
    if (!argument || process.argv.length > 3) throw new OperatorError(`Usage: ${usage}`);
    console.log(await command(readConfig(process.env), argument));
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Opens the installation's database without migrating it, whether a server is running or not. */
export async function withDatabase<T>(
  config: Config,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const cluster = config.databaseUrl
    ? await connectToExternalPostgres(config.databaseUrl)
    : await attachToEmbeddedPostgres(config.dataDir);
  try {
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

export function withMigratedDatabase<T>(
  config: Config,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (database) => {
    await migrate(database.connection);
    return use(database);
  });
}
