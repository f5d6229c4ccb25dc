import { build, install } from './prepare.mjs';
import { runFrom } from './releases.mjs';

install();
await runFrom(build(), 'main');
