const prefix = 'draft:';

/** Unfinished writing that survives a closed tab, until it is sent or its writer logs out. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // A full storage must not stop the writing itself.
  }
}

export function clearDraft(name: string): void {
  localStorage.removeItem(prefix + name);
}

export function clearDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}
