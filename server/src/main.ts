import { readConfig } from './config.ts';
import { demoAccounts, demoPassword } from './demo/demo-accounts.ts';
import { type RunningServer, startServer } from './server.ts';
import { StartUpError } from './start-up-error.ts';

const startedAt = performance.now();

try {
  const config = readConfig(process.env);
  const server = await startServer(config, (step) => console.log(`… ${step}`));
  stopOnSignal(server);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\nLớp Xanh is ready at ${server.address} (after ${seconds} s)`);
  if (config.isDemo) {
    const names = Object.values(demoAccounts).map(({ username }) => username);
    console.log(`Demo accounts: ${names.join(', ')}. Password: ${demoPassword}`);
  }
} catch (error) {
  console.error(error instanceof StartUpError ? `\n${error.message}` : error);
  process.exit(1);
}

/** The first signal lets running requests finish; a second one does not wait. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    console.log('\nStopping …');
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
