import { wasteLabels } from '@lop-xanh/contract/scan';
import type { Photo } from './photos.ts';
import { createRandom } from './random.ts';

const photosPerMaterial = 30;

/** The validation photos of which the head learns what a taught kind is not, one material after the other. */
export function pickReference(photos: Photo[]): Photo[] {
  const random = createRandom(0);
  return wasteLabels.flatMap((label) =>
    random
      .shuffle(photos.filter(({ split, kind }) => split === 'val' && kind === label))
      .slice(0, photosPerMaterial),
  );
}
