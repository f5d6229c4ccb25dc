import { readBackupAge } from '../backup/backups.queries.ts';
import { withDatabase } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { askServer, getLocalUrl, type ServerState } from './ask-server.ts';
import { formatDuration } from './findings.ts';

/** Says in a few lines whether the server of this machine is running. */
export async function describeStatus(config: Config): Promise<{ text: string; isReady: boolean }> {
  const url = getLocalUrl(config);
  const answer = await askServer(url).catch(() => undefined);
  const { state, problems } = answer ?? {};
  const server = state
    ? `${describeVersion(state)}ready at ${url.origin}`
    : problems
      ? `running at ${url.origin}, but not ready: ${problems}`
      : answer
        ? `another program responds at ${url.origin} (status ${answer.status})`
        : `not running at ${url.origin}`;
  // An embedded database stops with its server, and need not be started for this.
  const canConnect = config.databaseUrl !== undefined || state !== undefined;
  const database = canConnect
    ? await describeDatabase(config)
    : ['Database: it runs inside the server'];
  return { text: [`Server: ${server}`, ...database].join('\n'), isReady: state !== undefined };
}

/** The server tells its version only to its own machine. */
function describeVersion({ server }: ServerState): string {
  if (!server) return '';
  const seconds = (Date.now() - Date.parse(server.startedAt)) / 1000;
  return `version ${server.version}, started ${formatDuration(seconds)} ago, `;
}

async function describeDatabase(config: Config): Promise<string[]> {
  try {
    const age = await withDatabase(config, ({ db }) => readBackupAge(db));
    const backup = age === Number.POSITIVE_INFINITY ? 'none yet' : `${formatDuration(age)} ago`;
    return ['Database: responds', `Last backup: ${backup}`];
  } catch (error) {
    return [`Database: ${error instanceof Error ? error.message : String(error)}`];
  }
}
