import { useEffect, useState } from 'react';
import { onReturn } from '../lib/on-return.ts';

/** The URL that could not be loaded, until it can be tried again, and how to set it. */
export function useBrokenPicture() {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  useEffect(() => {
    if (brokenUrl !== undefined) return onReturn(() => setBrokenUrl(undefined));
  }, [brokenUrl]);
  return [brokenUrl, setBrokenUrl] as const;
}
