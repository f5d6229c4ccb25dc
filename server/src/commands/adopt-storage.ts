import { openStorage } from '../storage/open-storage.ts';
import { adoptStorage, describePairing } from '../storage/pairing.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

const consequences =
  'To pair them, stop every server that uses either and run "npm run adopt-storage -- confirm". No file is changed or deleted; another database that used these uploads will refuse to start with them.';

await runCommand('npm run adopt-storage -- <preview | confirm>', async (config, argument) => {
  const storage = await openStorage(config);
  return withMigratedDatabase(config, async (database) => {
    if (argument === 'confirm') await adoptStorage(database, storage);
    const found = await describePairing(database, storage);
    return argument === 'confirm' ? found : `${found} ${consequences}`;
  });
});
