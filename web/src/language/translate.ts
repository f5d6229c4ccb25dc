import { i18n } from '@lingui/core';

/** Translates a text that has an id of its own, such as one of the server's; without a translation it stays. */
export function translate(id: string, text: string, values?: Record<string, unknown>): string {
  return id in i18n.messages ? i18n._(id, values) : text;
}
