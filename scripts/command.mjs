import { requireBuild } from './prepare.mjs';
import { runFrom } from './releases.mjs';

const [name] = process.argv.splice(2, 1);
await runFrom(requireBuild(), `commands/${name}`);
