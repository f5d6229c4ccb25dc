import { setTimeout } from 'node:timers/promises';
import {
  applyHead,
  emptyHead,
  type Net,
  type TaughtHead,
} from '@lop-xanh/contract/rules/taught-head';
import { addTaught } from '@lop-xanh/contract/rules/taught-result';
import type { TrainedHead } from '@lop-xanh/contract/rules/train-head';
import { type Classification, toScanResponse } from '@lop-xanh/contract/rules/waste-result';
import type { WasteAnswer, WastePack } from '@lop-xanh/contract/scan';
import type { Db } from '../../database/database.ts';
import { failureLog, type Log } from '../../lib/failure-log.ts';
import type { Classifier } from '../scan/scan.service.ts';
import { findScanner, listKinds, type StoredKind } from './kinds.queries.ts';
import { listExamples } from './photos.queries.ts';
import type { Refresher } from './refresh.service.ts';
import { type KindShares, measureShares } from './taught-shares.ts';

/** What a school taught, ready to answer with. */
export interface SchoolHead {
  model: string;
  deviceModel: string;
  /** With the kinds that have enough photos. */
  head: TaughtHead<StoredKind>;
  deviceHead: TaughtHead<StoredKind>;
  /** By photo: the kind that the other photos lead to. */
  seenAs: Map<number, StoredKind | undefined>;
  /** By kind, if it has at least two photos. */
  shares: Map<number, KindShares>;
}

export interface TaughtHeads {
  /** The current one, whichever server was taught last. */
  load(schoolId: number | null): Promise<SchoolHead>;
  /** Without an error and without a long wait; undefined if there is none. */
  loadForScan(schoolId: number | null): Promise<SchoolHead | undefined>;
}

/** A head takes up to 130 KB. */
const maxCachedHeads = 100;
/** So long a scan waits while its school's head is trained again; then the former one answers. */
const maxWaitMs = 1_000;

interface HeadParts {
  db: Db;
  classifier: Classifier;
  refresher: Pick<Refresher, 'refresh'>;
  log: Log;
}

interface CachedHead {
  version: number;
  head: Promise<SchoolHead>;
  /** The same, once it is trained. */
  trained?: SchoolHead;
  /** The last one that was trained before. */
  former: SchoolHead | undefined;
}

/** Keeps the heads in memory, and trains one again when its school has changed what it taught. */
export function openHeads({ db, classifier, refresher, log }: HeadParts): TaughtHeads {
  const cached = new Map<number, CachedHead>();
  const logFailure = failureLog(log, 'a scan was answered without what was taught last');

  const build = async (schoolId: number): Promise<SchoolHead> => {
    const { pair, device } = await classifier.readChecksums();
    const kinds = await listKinds(db, schoolId);
    const head = await trainSchool(db, classifier, { schoolId, kinds, model: pair });
    return { ...head, model: pair, deviceModel: device };
  };
  const train = (schoolId: number, version: number): CachedHead => {
    const known = cached.get(schoolId);
    const head = build(schoolId);
    // The version was read first: if more is taught meanwhile, the next load finds out.
    const entry: CachedHead = { version, head, former: known?.trained ?? known?.former };
    cached.delete(schoolId);
    cached.set(schoolId, entry);
    for (const oldest of cached.keys()) {
      if (cached.size <= maxCachedHeads) break;
      cached.delete(oldest);
    }
    const forget = () => {
      if (cached.get(schoolId) !== entry) return;
      if (known?.trained) cached.set(schoolId, known);
      else cached.delete(schoolId);
    };
    head.then((trained) => Object.assign(entry, { trained, former: undefined }), forget);
    return entry;
  };
  /** Undefined if nothing was ever taught. A scan does not start another training while one is running. */
  const find = async (schoolId: number | null, { isForScan }: { isForScan: boolean }) => {
    const scanner = schoolId === null ? undefined : await findScanner(db, schoolId);
    if (schoolId === null || !scanner?.version) return undefined;
    const known = cached.get(schoolId);
    const isUsable = known?.version === scanner.version || (isForScan && !known?.trained);
    const entry = known && isUsable ? known : train(schoolId, scanner.version);
    entry.head.then(
      ({ model }) => refresher.refresh(schoolId, model),
      () => undefined,
    );
    return entry;
  };

  return {
    async load(schoolId) {
      const entry = await find(schoolId, { isForScan: false });
      return entry?.head ?? readEmpty(classifier);
    },
    async loadForScan(schoolId) {
      let entry: CachedHead | undefined;
      try {
        entry = await find(schoolId, { isForScan: true });
        if (!entry?.former) return await entry?.head;
        const waited = setTimeout(maxWaitMs, entry.former, { ref: false });
        return await Promise.race([entry.head, waited]);
      } catch (error) {
        logFailure(error);
        return entry?.former;
      }
    },
  };
}

async function readEmpty(classifier: Classifier): Promise<SchoolHead> {
  const { pair, device } = await classifier.readChecksums();
  return {
    model: pair,
    deviceModel: device,
    head: emptyHead,
    deviceHead: emptyHead,
    seenAs: new Map(),
    shares: new Map(),
  };
}

async function trainSchool(
  db: Db,
  classifier: Classifier,
  { schoolId, kinds, model }: { schoolId: number; kinds: StoredKind[]; model: string },
) {
  const examples = await listExamples(db, schoolId, model);
  const train = (net: Net, column: 'features' | 'device_features'): Promise<TrainedHead> => {
    if (examples.length === 0) return Promise.resolve({ head: emptyHead, seenAs: [] });
    return classifier.train({
      net,
      kinds: examples.map(({ kind_id }) => kind_id),
      features: Buffer.concat(examples.map((example) => example[column])),
    });
  };
  const [server, device] = await Promise.all([
    train('server', 'features'),
    train('device', 'device_features'),
  ]);
  const byId = new Map(kinds.map((kind) => [kind.id, kind]));
  const photos = examples.map(({ id, kind_id, net_label }, index) => ({
    id,
    kind: byId.get(kind_id),
    netLabel: net_label,
    seenAs: byId.get(server.seenAs[index] ?? 0),
  }));
  return {
    head: addWords(server.head, byId),
    deviceHead: addWords(device.head, byId),
    seenAs: new Map(photos.map(({ id, seenAs }) => [id, seenAs])),
    shares: measureShares(kinds, photos),
  };
}

function addWords(head: TaughtHead<number>, byId: Map<number, StoredKind>): TaughtHead<StoredKind> {
  return {
    ...head,
    kinds: head.kinds.flatMap(({ kind: id, ...row }) => {
      const kind = byId.get(id);
      return kind ? [{ ...row, kind }] : [];
    }),
  };
}

export function toAnswer(
  { id, label, name, group, advice }: StoredKind,
  { groups, kinds }: WastePack,
): WasteAnswer {
  const { name: groupName, bin: groupBin } = groups[group];
  const known = label === null ? undefined : kinds[label];
  // Unless the school says that the kind belongs to another group.
  const bin = (known?.group === group && known.bin) || groupBin;
  return { label: label ?? `kind-${id}`, name, group, groupName, bin, advice };
}

/** The response to a scan, with what the school taught. */
export function toTaughtResponse(
  image: Classification & { features: Float32Array },
  { head }: Pick<SchoolHead, 'head'>,
  pack: WastePack,
) {
  const response = toScanResponse(image, pack);
  if (head.kinds.length === 0) return response;
  const { ranked, found } = applyHead(head, image.features);
  return addTaught(response, image.probabilities, {
    ranked: ranked.map(({ kind, score }) => ({ answer: toAnswer(kind, pack), score })),
    isFound: found !== undefined,
  });
}
