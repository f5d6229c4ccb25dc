import { parseArgs } from 'node:util';
import { StartUpError } from '../../server/src/start-up-error.ts';
import { cases } from './cases.ts';
import { circumstances } from './harness/circumstances.ts';
import { keepInReadme } from './harness/readme.ts';
import { toMarkdown } from './harness/report.ts';

/** `run.ts [name…] [--write]`: measures the named cases, or all, and fails where one misses its requirement. */
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

try {
  for (const bench of chosen()) {
    console.log(`… ${bench.name}: ${bench.about}`);
    const result = await bench.run();
    const report = toMarkdown(result, circumstances());
    console.log(`\n${report}\n`);
    if (values.write) keepInReadme(bench.name, report);
    if (result.requirements.some(({ isMet }) => !isMet)) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof StartUpError ? `\n${error.message}` : error);
  // What was started is let go, and cleans up.
  process.exit(1);
}

function chosen() {
  const known = cases.map(({ name }) => name);
  const strange = names.find((name) => !known.includes(name));
  if (strange) {
    throw new StartUpError(`There is no case ${strange}: there are ${known.join(', ')}.`);
  }
  return names.length > 0 ? cases.filter(({ name }) => names.includes(name)) : cases;
}
