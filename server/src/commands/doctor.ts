import { runDoctor } from '../doctor/doctor.ts';
import { formatFindings } from '../doctor/findings.ts';

const findings = await runDoctor(process.env);
console.log(formatFindings(findings));
process.exitCode = findings.some(({ level }) => level === 'problem') ? 1 : 0;
