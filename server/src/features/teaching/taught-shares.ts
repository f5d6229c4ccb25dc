import type { WasteLabel } from '@lop-xanh/contract/scan';
import type { StoredKind } from './kinds.queries.ts';

/** The share of a kind's photos that the scanner named right before it was taught, and that it does now. */
export interface KindShares {
  before: number;
  now: number;
}

interface SeenPhoto {
  kind: StoredKind | undefined;
  /** What the shipped net answered; null if it was not confident. */
  netLabel: WasteLabel | null;
  /** The kind that the head found when it was trained without this photo. */
  seenAs: StoredKind | undefined;
}

/** By kind, if it has at least two photos. */
export function measureShares(
  kinds: readonly StoredKind[],
  photos: readonly SeenPhoto[],
): Map<number, KindShares> {
  return new Map(
    kinds.flatMap((kind) => {
      const own = photos.filter((photo) => photo.kind === kind);
      if (own.length < 2) return [];
      const isNamed = ({ netLabel }: SeenPhoto) => netLabel !== null && netLabel === kind.label;
      // Where the head finds nothing, the shipped net answers.
      const isRight = (photo: SeenPhoto) => (photo.seenAs ? photo.seenAs === kind : isNamed(photo));
      const share = (isCounted: (photo: SeenPhoto) => boolean) =>
        own.filter(isCounted).length / own.length;
      return [[kind.id, { before: share(isNamed), now: share(isRight) }] as const];
    }),
  );
}
