import { createAdmin } from '../features/accounts/admin-accounts.ts';
import { runCommand } from './command.ts';

await runCommand('npm run create-admin -- <username>', async ({ db }, username) => {
  const password = await createAdmin(db, username);
  return `The Admin ${username} can log in with the password ${password} and must then change it.`;
});
