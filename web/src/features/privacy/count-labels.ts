import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const labels: Record<string, MessageDescriptor> = {};
const reasons: Record<string, MessageDescriptor> = {};

export function getCountLabel(kind: string): string {
  return translate(labels[kind] ?? msg`Dữ liệu khác`);
}

/** Why something stays without a name. */
export function explainKept(kind: string): string {
  return translate(reasons[kind] ?? msg`Chỉ để đếm, không còn nói về ai.`);
}

/** The kinds of which there is something, the most first. */
export function listCounts(counts: Record<string, number>): [kind: string, count: number][] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);
}

function translate(text: MessageDescriptor): string {
  return i18n._(text);
}
