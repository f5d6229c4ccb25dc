import { toScanResponse } from '@lop-xanh/contract/rules/waste-result';
import { scan } from '@lop-xanh/contract/scan';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { type TaughtHeads, toTaughtResponse } from '../teaching/heads.service.ts';
import type { Classifier } from './classifier.ts';
import type { PackService } from './packs.service.ts';

export function registerScanRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
  { classifier, heads, packs }: { classifier: Classifier; heads: TaughtHeads; packs: PackService },
): void {
  serve(app, scan.analyze, async ({ actor, body }) => {
    const [image, pack, head] = await Promise.all([
      classifier.classify(body.image, String(actor.id)),
      packs.readOwn(db, actor),
      heads.loadForScan(actor.school_id),
    ]);
    return head ? toTaughtResponse(image, head, pack) : toScanResponse(image, pack);
  });
  serve(app, scan.pack, ({ actor }) => packs.readOwn(db, actor));
  serve(app, scan.packs, ({ actor, query }) => packs.readChoice(db, actor, query.school_id));
  serveWrite(app, db, scan.choosePack, {
    write: ({ actor, body }, db) => packs.choose(db, actor, body),
    respondToRetry: ({ actor, body }, db) => packs.readChoice(db, actor, body.school_id),
  });
}
