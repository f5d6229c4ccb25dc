import { describeCommand } from '../lib/command-line.ts';
import { openStorage } from '../storage/open-storage.ts';
import { adoptStorage, describePairing } from '../storage/pairing.ts';
import { runCommand, withMigratedDatabase } from './command.ts';

const consequences = `To pair them, stop every server that uses either of them and run "${describeCommand('adopt-storage confirm')}". No file is changed or deleted; a server with another database will no longer start with these uploads.`;

await runCommand('adopt-storage <preview | confirm>', async (config, argument) => {
  const storage = await openStorage(config);
  return withMigratedDatabase(config, async ({ db }) => {
    if (argument === 'confirm') await adoptStorage(db, storage);
    const description = await describePairing(db, storage);
    return argument === 'confirm' ? description : `${description} ${consequences}`;
  });
});
