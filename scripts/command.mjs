import { build, install } from './prepare.mjs';

const [name] = process.argv.splice(2, 1);
install();
build();
await import(`../server/dist/commands/${name}.js`);
