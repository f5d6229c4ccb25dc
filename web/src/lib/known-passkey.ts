const storageKey = 'passkey';

/** Whether somebody has used a passkey on this device, so that the login page offers it. */
export const hasKnownPasskey = (): boolean => localStorage.getItem(storageKey) !== null;

export const rememberPasskey = (): void => localStorage.setItem(storageKey, 'yes');
