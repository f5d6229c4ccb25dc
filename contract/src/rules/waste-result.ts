import {
  type ScanResult,
  type WasteAnswer,
  type WasteGroup,
  type WasteLabel,
  type WasteTable,
  wasteGroups,
  wasteLabels,
} from '../scan.ts';

/** The probabilities of the ten labels, and the confidence below which there is no result. */
export interface Classification {
  probabilities: number[];
  threshold: number;
}

const predictionCount = 3;
/** The result, and three others beside it. */
const guessCount = 4;

/** The response to a scan. */
export function toScanResponse(classification: Classification, table: WasteTable) {
  const ranked = rankLabels(classification.probabilities, table);
  return {
    result: toScanResult(classification, table),
    guesses: ranked.slice(0, guessCount).map(({ label }) => toAnswer(label, table)),
  };
}

function toAnswer(label: WasteLabel, { labels, groups }: WasteTable): WasteAnswer {
  const { name, group, advice } = labels[label];
  return { label, name, group, groupName: groups[group], advice };
}

/** Null if the classifier is not confident enough. */
export function toScanResult(
  { probabilities, threshold }: Classification,
  table: WasteTable,
): ScanResult | null {
  const ranked = rankLabels(probabilities, table);
  const [best] = ranked;
  if (!best || best.confidence < threshold) return null;
  return {
    ...toAnswer(best.label, table),
    confidence: roundConfidence(best.confidence),
    predictions: ranked.slice(0, predictionCount).map(({ label, confidence }) => ({
      label,
      name: table.labels[label].name,
      confidence: roundConfidence(confidence),
    })),
  };
}

/** The best label of the most probable group comes first: the right bin matters more than the right material. */
function rankLabels(probabilities: number[], table: WasteTable) {
  const predictions = wasteLabels.map((label, index) => ({
    label,
    confidence: probabilities[index] ?? 0,
  }));
  const isIn = (group: WasteGroup | undefined) => (prediction: { label: WasteLabel }) =>
    table.labels[prediction.label].group === group;
  const sumConfidence = (group: WasteGroup) =>
    predictions.filter(isIn(group)).reduce((sum, { confidence }) => sum + confidence, 0);
  const [bestGroup] = wasteGroups.toSorted((a, b) => sumConfidence(b) - sumConfidence(a));
  const sorted = predictions.toSorted((a, b) => b.confidence - a.confidence);
  const best = sorted.find(isIn(bestGroup));
  return best ? [best, ...sorted.filter((prediction) => prediction !== best)] : sorted;
}

function roundConfidence(confidence: number): number {
  return Math.min(1, Math.round(confidence * 10_000) / 10_000);
}
