import { type ScanResult, scan } from '@lop-xanh/contract/scan';
import { request } from '../../lib/api.ts';
import { isServerFailure } from '../../lib/api-errors.ts';

export interface Scanned {
  result: ScanResult | null;
  /** The server could not be reached, and the small classifier of this device answered. */
  isFromDevice: boolean;
}

/** Asks the server; where it fails, this device. A refusal stays a refusal. */
export async function analyze(image: string): Promise<Scanned> {
  try {
    const { result } = await request(scan.analyze, { body: { image } });
    return { result, isFromDevice: false };
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    const { analyzeHere } = await import('./device-classifier.ts');
    return { result: await analyzeHere(image), isFromDevice: true };
  }
}
