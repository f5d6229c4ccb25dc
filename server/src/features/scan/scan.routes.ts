import { toScanResponse } from '@lop-xanh/contract/rules/waste-result';
import { scan } from '@lop-xanh/contract/scan';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { Classifier } from './classifier.ts';
import { readWasteTable } from './waste-table.ts';

export function registerScanRoutes(app: FastifyInstance, classifier: Classifier): void {
  const table = readWasteTable();

  serve(app, scan.analyze, async ({ body }) =>
    toScanResponse(await classifier.classify(body.image), table),
  );
}
