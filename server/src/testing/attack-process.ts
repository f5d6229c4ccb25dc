import type { AttackTarget } from './attack-requests.ts';
import { type AttackName, attacks } from './attacks.ts';

/** Runs one attack in a process of its own. */
const [name, target] = process.argv.slice(2);
const statuses = await attacks[name as AttackName](JSON.parse(target ?? '') as AttackTarget);
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
