import type { auth } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { readStoredProfile } from './device-cache.ts';

type Profile = ResponseOf<typeof auth.me>;

/** The profile of the user who was shown last, without a request. */
export function readCachedProfile(): Profile | undefined {
  const cached = readStoredProfile() as Profile | null;
  // Earlier versions cached a profile without these.
  const later = { substitutions: [], mustAddFactor: false };
  return cached ? { ...later, ...cached } : undefined;
}
