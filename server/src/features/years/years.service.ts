export { findCurrentYear } from './years.queries.ts';
