import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build, install, root } from './prepare.mjs';

install();
build();
ensureBrowser();
const reports = mkdtempSync(join(tmpdir(), 'lx-reports-'));
const total = { passed: 0, failed: 0 };

for (const part of ['contract', 'server', 'web', 'e2e', 'bench']) {
  check(`types of ${part}`, ['tsc', '-p', part, '--noEmit']);
}
check('lint', ['oxlint', '--type-aware', '--deny-warnings']);
check('format', ['biome', 'check', '.']);
check('unused code', ['knip']);

const vitest = join(reports, 'vitest.json');
suite(
  'unit and API tests',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`],
  () => {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(vitest, 'utf8'));
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
  },
);

const playwright = join(reports, 'playwright.json');
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwright;
suite('browser journeys', ['playwright', 'test', '--config', 'e2e', '--reporter=list,json'], () => {
  const { expected, unexpected, flaky, skipped } = JSON.parse(
    readFileSync(playwright, 'utf8'),
  ).stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
});

rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** One check counts as one test. */
function check(name, command) {
  const isFine = runShown(name, command);
  total[isFine ? 'passed' : 'failed'] += 1;
}

/** A suite counts its own tests; one that breaks off before it has a report has failed. */
function suite(name, command, count) {
  const isFine = runShown(name, command);
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count();
  } catch (error) {
    console.error(`No report of the ${name}: ${error.message}`);
  }
  const isSilentFailure = counted.failed === 0 && (!isFine || counted.passed === 0);
  total.passed += counted.passed;
  total.failed += counted.failed + (isSilentFailure ? 1 : 0);
}

function runShown(name, [command, ...args]) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync('npx', ['--no-install', command, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}
