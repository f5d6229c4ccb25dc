import { type ScanResult, type WasteLabel, type WasteTable, wasteLabels } from '../scan.ts';

/** Probabilities of the ten labels, and from which one on they are to be believed. */
export interface Opinion {
  probabilities: number[];
  threshold: number;
}

const told = 3;

/** What a child is told of an opinion; nothing when it is not sure enough. */
export function resultOf(
  { probabilities, threshold }: Opinion,
  table: WasteTable,
): ScanResult | null {
  const ranked = wasteLabels
    .map((label, index) => ({ label, confidence: probabilities[index] ?? 0 }))
    .toSorted((a, b) => b.confidence - a.confidence);
  const [best] = ranked;
  if (!best || best.confidence < threshold) return null;
  const { name, group, advice } = table.labels[best.label];
  return {
    label: best.label,
    name,
    group,
    groupName: table.groups[group],
    confidence: rounded(best.confidence),
    advice,
    predictions: ranked.slice(0, told).map(({ label, confidence }) => ({
      label,
      name: nameOf(table, label),
      confidence: rounded(confidence),
    })),
  };
}

function nameOf(table: WasteTable, label: WasteLabel): string {
  return table.labels[label].name;
}

function rounded(confidence: number): number {
  return Math.min(1, Math.round(confidence * 10_000) / 10_000);
}
