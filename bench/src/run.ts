import { parseArgs } from 'node:util';
import { OperatorError } from '../../server/src/operator-error.ts';
import { cases } from './cases.ts';
import { describeEnvironment } from './harness/environment.ts';
import { updateReadme } from './harness/readme.ts';
import { toMarkdown } from './harness/report.ts';

/** `run.ts [name…] [--write]`: runs the named cases, or all, and fails if one misses a requirement. */
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

try {
  for (const bench of selectCases()) {
    console.log(`… ${bench.name}: ${bench.description}`);
    const result = await bench.run();
    const report = toMarkdown(result, describeEnvironment());
    console.log(`\n${report}\n`);
    if (values.write) updateReadme(bench.name, report);
    if (result.requirements.some(({ isMet }) => !isMet)) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof OperatorError ? `\n${error.message}` : error);
  // Disconnects the processes we started, which then clean up.
  process.exit(1);
}

function selectCases() {
  const known = cases.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) {
    throw new OperatorError(`There is no case ${unknown}. The cases are ${known.join(', ')}.`);
  }
  return names.length > 0 ? cases.filter(({ name }) => names.includes(name)) : cases;
}
