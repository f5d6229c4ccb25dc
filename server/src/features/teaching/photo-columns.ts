import { type Classification, chooseLabel } from '@lop-xanh/contract/rules/waste-result';
import type { WastePack } from '@lop-xanh/contract/scan';
import { encodeHalves } from '../../lib/half-floats.ts';

/** A described photo as it is stored. */
export function toColumns(
  photo: Classification & { features: Float32Array; deviceFeatures: Float32Array },
  pack: WastePack,
) {
  return {
    netLabel: chooseLabel(photo, pack),
    features: encodeHalves(photo.features),
    deviceFeatures: encodeHalves(photo.deviceFeatures),
  };
}
