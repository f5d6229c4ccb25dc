const storageKey = 'login-device';

/**
 * A token by which the server recognizes this device, so that failed attempts elsewhere do not delay a
 * login here. It outlives a logout, is shared by all users of the device, and grants no access.
 */
export function readLoginDevice(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

export function saveLoginDevice(token: string): void {
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Without it, the next login counts as one from a new device.
  }
}
