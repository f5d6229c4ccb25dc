import { type ScanResult, scan } from '@lop-xanh/contract/scan';
import { request } from '../../lib/api.ts';
import { isServerFailure } from '../../lib/api-errors.ts';

export interface ScanOutcome {
  result: ScanResult | null;
  /** Whether this device's small classifier stood in for the server. */
  isFromDevice: boolean;
}

/** Classifies on the server, or on this device if the server fails. A rejected photo is an error. */
export async function classifyPhoto(image: string): Promise<ScanOutcome> {
  try {
    const { result } = await request(scan.analyze, { body: { image } });
    return { result, isFromDevice: false };
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    const { classifyOnDevice } = await import('./device-classifier.ts');
    return { result: await classifyOnDevice(image), isFromDevice: true };
  }
}
