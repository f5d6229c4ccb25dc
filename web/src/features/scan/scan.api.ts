import {
  type ChosenPack,
  type ScanResult,
  scan,
  type WasteAnswer,
  type WastePack,
} from '@lop-xanh/contract/scan';
import { type DeviceHead, teaching } from '@lop-xanh/contract/teaching';
import defaultPackFile from '@lop-xanh/contract/waste-packs/default.json';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { isServerFailure, NetworkError } from '../../lib/api-errors.ts';
import { networkLimits } from '../../lib/network-limits.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';

export const defaultPack = defaultPackFile as WastePack;

const packKey = ['scanner-pack'];

/** How the user's school sorts waste, also offline. */
export const packQuery = queryOptions({
  queryKey: packKey,
  queryFn: () => request(scan.pack),
  ...restoreQuery<ChosenPack>(packKey),
});

const headKey = ['taught', 'device'];
const restoredHead = restoreQuery<DeviceHead>(headKey);

/** What the school taught. It is only fetched to be stored on the device, for scans without the server. */
export const deviceHeadQuery = queryOptions({
  queryKey: headKey,
  queryFn: () => request(teaching.deviceHead),
  staleTime: 0,
  ...restoredHead,
});

const readDeviceHead = restoredHead.initialData;

export interface ScanOutcome {
  result: ScanResult | null;
  /** The most probable answers, the best first. */
  guesses: WasteAnswer[];
  /** The kinds that the user's school taught. */
  taught: WasteAnswer[];
  pack: WastePack;
  /** Whether this device's small classifier stood in for the server. */
  isFromDevice: boolean;
}

/**
 * Classifies on the server, or on this device if the server fails or takes long, as on a line that hangs. A rejected
 * photo is an error.
 */
export async function classifyPhoto(image: string, client: QueryClient): Promise<ScanOutcome> {
  const answer = classifyOnServer(image, client);
  try {
    return await Promise.race([answer, rejectLater(networkLimits.scanMs)]);
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    const classified = classifyHere(image, client);
    // A device that cannot do it waits for the server.
    return error instanceof NetworkError && error.isTimeout
      ? classified.catch(() => answer)
      : classified;
  }
}

async function classifyOnServer(image: string, client: QueryClient): Promise<ScanOutcome> {
  const { result, guesses } = await request(scan.analyze, { body: { image } });
  const pack = getPack(client);
  return { result, guesses: guesses ?? [], taught: readTaught(), pack, isFromDevice: false };
}

async function classifyHere(image: string, client: QueryClient): Promise<ScanOutcome> {
  const { classifyOnDevice } = await import('./device-classifier.ts');
  const pack = getPack(client);
  const response = await classifyOnDevice(image, { pack, head: readDeviceHead() });
  return { ...response, taught: readTaught(), pack, isFromDevice: true };
}

const readTaught = () => readDeviceHead()?.kinds.map(({ answer }) => answer) ?? [];

function rejectLater(delayMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new NetworkError(undefined, { isTimeout: true })), delayMs);
  });
}

/** The school's pack as this device knows it, or else the default one. */
function getPack(client: QueryClient): WastePack {
  return client.getQueryData(packQuery.queryKey) ?? defaultPack;
}
