export { factorsQuery, useReloadProfile } from './factors.api.ts';
export { OwnSessions } from './own-sessions.tsx';
export { describePasskeyError } from './passkey-errors.ts';
export { SecondFactors } from './second-factors.tsx';
export { SessionList } from './session-list.tsx';
