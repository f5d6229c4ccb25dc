import {
  applyHead,
  normalizeFeatures,
  type TaughtHead,
} from '@lop-xanh/contract/rules/taught-head';
import { addTaught, type ScanResponse } from '@lop-xanh/contract/rules/taught-result';
import type { WasteAnswer } from '@lop-xanh/contract/scan';
import type { DeviceHead } from '@lop-xanh/contract/teaching';

interface ModelOutput {
  /** The checksum of the model. */
  model: string;
  probabilities: number[];
  features: Float32Array;
}

/** Adds what the school taught to the device's own response, if it was taught to this model. */
export function addDeviceHead(
  response: ScanResponse,
  { model, probabilities, features }: ModelOutput,
  head: DeviceHead | undefined,
): ScanResponse {
  if (!head || head.model !== model || head.kinds.length === 0) return response;
  const { ranked, found } = applyHead(decodeHead(head), normalizeFeatures(features));
  return addTaught(response, probabilities, {
    ranked: ranked.map(({ kind: answer, score }) => ({ answer, score })),
    isFound: found !== undefined,
  });
}

function decodeHead({ centre, bias, materials, kinds }: DeviceHead): TaughtHead<WasteAnswer> {
  return {
    // Every supported device stores numbers as the server sends them, the low byte first.
    centre: new Uint16Array(decodeBytes(centre)),
    bias,
    materials: materials.map(decodeRow),
    kinds: kinds.map(({ answer, ...row }) => ({ kind: answer, ...decodeRow(row) })),
  };
}

const decodeRow = ({ scale, weights }: DeviceHead['materials'][number]) => ({
  scale,
  values: new Int8Array(decodeBytes(weights)),
});

function decodeBytes(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}
