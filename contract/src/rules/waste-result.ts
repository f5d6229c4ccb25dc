import {
  type ScanResult,
  type WasteAnswer,
  type WasteGroup,
  type WasteKind,
  type WasteLabel,
  type WastePack,
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
export function toScanResponse(classification: Classification, pack: WastePack) {
  const ranked = rankLabels(classification.probabilities, pack);
  return {
    result: toScanResult(classification, pack),
    guesses: ranked.slice(0, guessCount).map(({ label }) => toAnswer(label, pack)),
  };
}

/** What a pack says about a kind. */
export function toAnswer(kind: WasteKind, pack: WastePack): WasteAnswer {
  const { name, group, bin, advice } = pack.kinds[kind];
  const { name: groupName, bin: groupBin } = pack.groups[group];
  return { label: kind, name, group, groupName, bin: bin ?? groupBin, advice };
}

/** Null if the classifier is not confident enough. */
export function chooseLabel(
  { probabilities, threshold }: Classification,
  pack: WastePack,
): WasteLabel | null {
  const [best] = rankLabels(probabilities, pack);
  return best && best.confidence >= threshold ? best.label : null;
}

/** Null if the classifier is not confident enough. */
export function toScanResult(
  { probabilities, threshold }: Classification,
  pack: WastePack,
): ScanResult | null {
  const ranked = rankLabels(probabilities, pack);
  const [best] = ranked;
  if (!best || best.confidence < threshold) return null;
  return {
    ...toAnswer(best.label, pack),
    confidence: roundConfidence(best.confidence),
    predictions: ranked.slice(0, predictionCount).map(({ label, confidence }) => ({
      label,
      name: pack.kinds[label].name,
      confidence: roundConfidence(confidence),
    })),
  };
}

/** The best label of the most probable group comes first: the right bin matters more than the right material. */
function rankLabels(probabilities: number[], pack: WastePack) {
  const predictions = wasteLabels.map((label, index) => ({
    label,
    confidence: probabilities[index] ?? 0,
  }));
  const isIn = (group: WasteGroup | undefined) => (prediction: { label: WasteLabel }) =>
    pack.kinds[prediction.label].group === group;
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
