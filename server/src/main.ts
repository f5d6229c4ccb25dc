import { readConfig } from './config.ts';
import { demoAccounts, demoPassword } from './demo/demo-accounts.ts';
import { freeUnusedMemory } from './lib/free-unused-memory.ts';
import { OperatorError } from './operator-error.ts';
import { type RunningServer, startServer } from './server.ts';

const forceStopAfterMs = 3_000;
const startedAt = performance.now();

try {
  const config = readConfig(process.env);
  const server = await startServer(config, (step) => console.log(`… ${step}`));
  stopOnSignal(server);
  freeUnusedMemory();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\nLớp Xanh is ready at ${server.address} (after ${seconds} s)`);
  if (config.isDemo) {
    const names = Object.values(demoAccounts).map(({ username }) => username);
    console.log(`Demo accounts: ${names.join(', ')}. Password: ${demoPassword}`);
  }
} catch (error) {
  console.error(error instanceof OperatorError ? `\n${error.message}` : error);
  process.exit(1);
}

/**
 * The first signal lets running requests finish. The terminal and npm may both send one for a single
 * Ctrl-C, so only a later signal forces an exit.
 */
function stopOnSignal(server: RunningServer): void {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > forceStopAfterMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    console.log('\nStopping …');
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}
