import { setPriority } from 'node:os';
import { type AttackName, attacks, type Target } from './attacks.ts';

/** An attack in a process of its own, which yields to the server's: only the server's work is measured. */
const [name, target] = process.argv.slice(2);
setPriority(19);
const statuses = await attacks[name as AttackName](JSON.parse(target ?? '') as Target);
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
