import { build, install } from './prepare.mjs';

install();
build();
await import('../server/dist/main.js');
