import { resetAdminAccess } from '../features/accounts/admin-accounts.service.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

await runCommand('reset-admin <username>', async (config, username) => {
  const password = await withMigratedDatabase(config, ({ db }) => resetAdminAccess(db, username));
  return `The Admin ${username} can log in with the password ${password} and must then change it.`;
});
