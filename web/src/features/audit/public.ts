export { describeEntry } from './audit-labels.ts';
