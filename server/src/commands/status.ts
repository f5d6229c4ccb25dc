import { readConfig } from '../config.ts';
import { describeStatus } from '../doctor/status.ts';
import { OperatorError } from '../operator-error.ts';

try {
  const { text, isReady } = await describeStatus(readConfig(process.env));
  console.log(text);
  process.exitCode = isReady ? 0 : 1;
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
