import {
  type ScanResult,
  type WasteGroup,
  type WasteLabel,
  type WasteTable,
  wasteGroups,
  wasteLabels,
} from '../scan.ts';

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
  const ranked = ranking(probabilities, table);
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

/** The best material of the most probable bin comes first: the right bin matters more than the right word. */
function ranking(probabilities: number[], table: WasteTable) {
  const all = wasteLabels.map((label, index) => ({ label, confidence: probabilities[index] ?? 0 }));
  const binOf = ({ label }: { label: WasteLabel }) => table.labels[label].group;
  const sumOf = (group: WasteGroup) =>
    all.filter((one) => binOf(one) === group).reduce((sum, { confidence }) => sum + confidence, 0);
  const [bin] = wasteGroups.toSorted((a, b) => sumOf(b) - sumOf(a));
  const sorted = all.toSorted((a, b) => b.confidence - a.confidence);
  const best = sorted.find((one) => binOf(one) === bin);
  return best ? [best, ...sorted.filter((one) => one !== best)] : sorted;
}

function nameOf(table: WasteTable, label: WasteLabel): string {
  return table.labels[label].name;
}

function rounded(confidence: number): number {
  return Math.min(1, Math.round(confidence * 10_000) / 10_000);
}
