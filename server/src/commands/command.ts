import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { attachToEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { connectToExternalPostgres } from '../database/external-postgres.ts';
import { migrate } from '../database/migrator.ts';
import { describeCommand } from '../lib/command-line.ts';
import { OperatorError } from '../operator-error.ts';

type OptionTypes = Record<string, { type: 'string' | 'boolean' }>;
type OptionValues<Types extends OptionTypes> = {
  [Name in keyof Types]?: Types[Name]['type'] extends 'string' ? string : boolean;
};

/** Runs an operator's command with its single argument and its options, and prints the returned text. */
export async function runCommand<const Types extends OptionTypes = Record<never, never>>(
  usage: string,
  command: (config: Config, argument: string, options: OptionValues<Types>) => Promise<string>,
  { options, isOptional = false }: { options?: Types; isOptional?: boolean } = {},
): Promise<void> {
  try {
    const { argument, values } = parseArguments(usage, options ?? {});
    if (argument === undefined && !isOptional) throw usageError(usage);
    const config = readConfig(process.env);
    console.log(await command(config, argument ?? '', values as OptionValues<Types>));
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = 1;
  }
}

function parseArguments(usage: string, options: OptionTypes) {
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new Error('Several arguments');
    return { argument: positionals[0], values };
  } catch {
    throw usageError(usage);
  }
}

export function usageError(usage: string): OperatorError {
  return new OperatorError(`Usage: ${describeCommand(usage)}`);
}

/** Opens the installation's database without migrating it, whether a server is running or not. */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
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
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (database) => {
    await migrate(database.connection, { report: (step) => console.error(`… ${step}`) });
    return use(database);
  });
}
