import { type ScanResult, scan, type WasteAnswer } from '@lop-xanh/contract/scan';
import { request } from '../../lib/api.ts';
import { isServerFailure } from '../../lib/api-errors.ts';

export interface ScanOutcome {
  result: ScanResult | null;
  /** The most probable answers, the best first. */
  guesses: WasteAnswer[];
  /** Whether this device's small classifier stood in for the server. */
  isFromDevice: boolean;
}

/** Classifies on the server, or on this device if the server fails. A rejected photo is an error. */
export async function classifyPhoto(image: string): Promise<ScanOutcome> {
  try {
    const { result, guesses } = await request(scan.analyze, { body: { image } });
    return { result, guesses, isFromDevice: false };
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    const { classifyOnDevice } = await import('./device-classifier.ts');
    return { ...(await classifyOnDevice(image)), isFromDevice: true };
  }
}
