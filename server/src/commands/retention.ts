import { describeExpired } from '../features/privacy/retention.service.ts';
import { runCommand, usageError, withMigratedDatabase } from './command.ts';

const usage = 'retention --dry-run';

await runCommand(
  usage,
  async (config, _, options) => {
    if (!options['dry-run']) throw usageError(usage);
    return withMigratedDatabase(config, ({ db }) => describeExpired(db, config.retention));
  },
  { options: { 'dry-run': { type: 'boolean' } }, isOptional: true },
);
