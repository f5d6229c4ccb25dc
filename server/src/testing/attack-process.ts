import { type AttackName, attacks, type Target } from './attacks.ts';

/** An attack in a process of its own. */
const [name, target] = process.argv.slice(2);
const statuses = await attacks[name as AttackName](JSON.parse(target ?? '') as Target);
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
