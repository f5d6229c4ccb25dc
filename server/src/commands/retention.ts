import { describeExpired } from '../features/privacy/retention.service.ts';
import { OperatorError } from '../operator-error.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

const usage = 'npm run retention -- --dry-run';

await runCommand(usage, async (config, argument) => {
  if (argument !== '--dry-run') throw new OperatorError(`Usage: ${usage}`);
  return withMigratedDatabase(config, ({ db }) => describeExpired(db, config.retention));
});
