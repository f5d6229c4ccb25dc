import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import { scan } from '@lop-xanh/contract/scan';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { Classifier } from './classifier.ts';
import { limitScans } from './scan-limit.ts';
import { readWasteTable } from './waste-table.ts';

export function scanRoutes(app: FastifyInstance, classifier: Classifier): void {
  const table = readWasteTable();
  const countScan = limitScans();

  serve(app, scan.analyze, async ({ actor, body }) => {
    countScan(actor.id);
    return { result: resultOf(await classifier.classify(body.image), table) };
  });
}
