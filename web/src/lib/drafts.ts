import { useSyncExternalStore } from 'react';

/** Several users may share one computer. */
const toKey = (user: number, name: string) => `draft:${user}:${name}`;

/** Drafts that the device has no room for. */
const memoryDrafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** A draft survives a closed tab, until it is sent or its author logs out. */
export function readDraft(user: number, name: string): unknown {
  try {
    return JSON.parse(readText(toKey(user, name)) ?? 'null');
  } catch {
    return null;
  }
}

export function saveDraft(user: number, name: string, draft: unknown): void {
  const key = toKey(user, name);
  const text = JSON.stringify(draft);
  memoryDrafts.delete(key);
  try {
    localStorage.setItem(key, text);
  } catch {
    memoryDrafts.set(key, text);
  }
  notifyListeners();
}

export function clearDraft(user: number, name: string): void {
  removeKey(toKey(user, name));
  notifyListeners();
}

export function clearDrafts(user: number): void {
  for (const key of [...Object.keys(localStorage), ...memoryDrafts.keys()]) {
    if (key.startsWith(toKey(user, ''))) removeKey(key);
  }
  notifyListeners();
}

/** A short text that is saved as a draft with every change, and is the same in every tab. */
export function useDraftText(user: number, name: string) {
  const text = useSyncExternalStore(subscribe, () => {
    const draft = readDraft(user, name);
    return typeof draft === 'string' ? draft : '';
  });
  const setText = (next: string) => {
    if (next === '') clearDraft(user, name);
    else saveDraft(user, name, next);
  };
  return [text, setText] as const;
}

function readText(key: string): string | null {
  return memoryDrafts.get(key) ?? localStorage.getItem(key);
}

function removeKey(key: string): void {
  memoryDrafts.delete(key);
  localStorage.removeItem(key);
}

function notifyListeners(): void {
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
