const storageKey = 'login-device';

/**
 * What the server knows this device by when somebody logs in again, so that a stranger's wrong tries do
 * not keep them waiting. It stays after a logout, serves all who use the device, and opens nothing.
 */
export function loginDevice(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

export function keepLoginDevice(token: string): void {
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Without room for it the next login counts as one of a new device.
  }
}
