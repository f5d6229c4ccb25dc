import { createAdmin } from '../features/accounts/admin-accounts.service.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

await runCommand('create-admin <username>', async (config, username) => {
  const password = await withMigratedDatabase(config, ({ db }) => createAdmin(db, username));
  return `The Admin ${username} can log in with the password ${password} and must then change it.`;
});
