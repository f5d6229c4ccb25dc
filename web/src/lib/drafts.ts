import { useSyncExternalStore } from 'react';

/** Several people may write on one computer. */
const keyOf = (user: number, name: string) => `draft:${user}:${name}`;

/** What the device has no room for; it must not stop the writing itself. */
const unkept = new Map<string, string>();
const listeners = new Set<() => void>();

/** Unfinished writing that survives a closed tab, until it is sent or its writer logs out. */
export function readDraft(user: number, name: string): unknown {
  try {
    return JSON.parse(textOf(keyOf(user, name)) ?? 'null');
  } catch {
    return null;
  }
}

export function keepDraft(user: number, name: string, draft: unknown): void {
  const key = keyOf(user, name);
  const text = JSON.stringify(draft);
  unkept.delete(key);
  try {
    localStorage.setItem(key, text);
  } catch {
    unkept.set(key, text);
  }
  announce();
}

export function clearDraft(user: number, name: string): void {
  remove(keyOf(user, name));
  announce();
}

export function clearDrafts(user: number): void {
  for (const key of [...Object.keys(localStorage), ...unkept.keys()]) {
    if (key.startsWith(keyOf(user, ''))) remove(key);
  }
  announce();
}

/** A short text that is a draft from its first letter on, alike wherever it is shown, in every tab. */
export function useDraftText(user: number, name: string) {
  const text = useSyncExternalStore(subscribe, () => {
    const draft = readDraft(user, name);
    return typeof draft === 'string' ? draft : '';
  });
  const write = (next: string) => {
    if (next === '') clearDraft(user, name);
    else keepDraft(user, name, next);
  };
  return [text, write] as const;
}

function textOf(key: string): string | null {
  return unkept.get(key) ?? localStorage.getItem(key);
}

function remove(key: string): void {
  unkept.delete(key);
  localStorage.removeItem(key);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
