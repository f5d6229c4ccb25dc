/** Several people may write on one computer. */
const keyOf = (user: number, name: string) => `draft:${user}:${name}`;

/** Unfinished writing that survives a closed tab, until it is sent or its writer logs out. */
export function readDraft(user: number, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user, name)) ?? 'null');
  } catch {
    return null;
  }
}

export function keepDraft(user: number, name: string, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(user, name), JSON.stringify(draft));
  } catch {
    // A full storage must not stop the writing itself.
  }
}

export function clearDraft(user: number, name: string): void {
  localStorage.removeItem(keyOf(user, name));
}

export function clearDrafts(user: number): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keyOf(user, ''))) localStorage.removeItem(key);
  }
}
