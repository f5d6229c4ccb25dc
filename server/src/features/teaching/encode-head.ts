import type { HeadRow, TaughtHead } from '@lop-xanh/contract/rules/taught-head';
import type { WastePack } from '@lop-xanh/contract/scan';
import type { DeviceHead } from '@lop-xanh/contract/teaching';
import { toAnswer } from './heads.service.ts';
import type { StoredKind } from './kinds.queries.ts';

/** About 1.4 KB for each material and kind. */
export function encodeDeviceHead(
  { centre, bias, materials, kinds }: TaughtHead<StoredKind>,
  { model, pack }: { model: string; pack: WastePack },
): DeviceHead {
  return {
    model,
    centre: encode(centre),
    bias,
    materials: materials.map(encodeRow),
    kinds: kinds.map(({ kind, ...row }) => ({ answer: toAnswer(kind, pack), ...encodeRow(row) })),
  };
}

const encodeRow = ({ scale, values }: HeadRow) => ({ scale, weights: encode(values) });

function encode({ buffer, byteOffset, byteLength }: Int8Array | Uint16Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
