import { type ScanResult, type WasteAnswer, wasteLabels } from '../scan.ts';

export interface ScanResponse {
  result: ScanResult | null;
  guesses: WasteAnswer[];
}

interface ScoredAnswer {
  answer: WasteAnswer;
  score: number;
}

/** What a head says about a photo. */
interface TaughtAnswers {
  /** The best first. */
  ranked: readonly ScoredAnswer[];
  /** Whether the first of them wins. */
  isFound: boolean;
}

/** Less likely kinds are not offered. */
const minGuessScore = 0.2;
const predictionCount = 3;

/**
 * Adds what the school taught to the response of the shipped classifier: a kind that wins is the result, others take
 * their places among the guesses, and what the school says about a kind replaces what its pack says.
 */
export function addTaught(
  packResponse: ScanResponse,
  probabilities: readonly number[],
  { ranked: scored, isFound }: TaughtAnswers,
): ScanResponse {
  const response = replaceWords(
    packResponse,
    scored.map(({ answer }) => answer),
  );
  const taught = scored.map(({ answer, score }) => ({ answer, score: toConfidence(score) }));
  const result = isFound ? taught[0] : undefined;
  /** What the winner leaves to the others. */
  const rest = result ? 1 - result.score : 1;
  const known = response.guesses.map((answer) => ({
    answer,
    score: rest * (probabilities[wasteLabels.findIndex((label) => label === answer.label)] ?? 0),
  }));
  const first = result ?? (response.result ? known[0] : undefined);
  const likely = taught.filter(({ score }) => score >= minGuessScore);
  const ranked = [...likely, ...known].toSorted((a, b) => b.score - a.score);
  const all = dropRepeated(first ? [first, ...ranked] : ranked);
  return {
    result: result ? toResult(result, all) : response.result,
    guesses: all.slice(0, response.guesses.length).map(({ answer }) => answer),
  };
}

function replaceWords({ result, guesses }: ScanResponse, taught: WasteAnswer[]): ScanResponse {
  const byLabel = new Map(taught.map((answer) => [answer.label, answer]));
  return {
    result: result && {
      ...result,
      ...byLabel.get(result.label),
      predictions: result.predictions.map(({ label, name, confidence }) => ({
        label,
        name: byLabel.get(label)?.name ?? name,
        confidence,
      })),
    },
    guesses: guesses.map((guess) => byLabel.get(guess.label) ?? guess),
  };
}

/** Scores are not probabilities, and may lie a little outside. */
function toConfidence(score: number): number {
  return Math.min(1, Math.max(0, score));
}

/** A kind that the classifier knows too is offered once. */
function dropRepeated(ranked: ScoredAnswer[]): ScoredAnswer[] {
  const byLabel = new Map<string, ScoredAnswer>();
  for (const scored of ranked) {
    if (!byLabel.has(scored.answer.label)) byLabel.set(scored.answer.label, scored);
  }
  return [...byLabel.values()];
}

function toResult({ answer, score }: ScoredAnswer, ranked: ScoredAnswer[]): ScanResult {
  return {
    ...answer,
    confidence: round(score),
    taught: true,
    predictions: ranked.slice(0, predictionCount).map((scored) => ({
      label: scored.answer.label,
      name: scored.answer.name,
      confidence: round(scored.score),
    })),
  };
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
