interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let event: InstallEvent | null = null;
const listeners = new Set<() => void>();

function set(next: InstallEvent | null): void {
  event = next;
  for (const listener of listeners) listener();
}

// The browser sends it soon after the page has loaded, and shows no banner of its own then.
window.addEventListener('beforeinstallprompt', (offered) => {
  offered.preventDefault();
  set(offered as InstallEvent);
});
window.addEventListener('appinstalled', () => set(null));

/** The browser's offer to install the app; each works once. */
export const installPrompt = {
  read: () => event,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  async use(): Promise<void> {
    await event?.prompt();
    set(null);
  },
};
