import type { ScanResult } from '@lop-xanh/contract/scan';
import { translate } from '../../language/translate.ts';

/**
 * The waste table is in Vietnamese, and an operator may edit it. Other languages know the texts that we
 * ship; the advice only for the bin that we ship with it, because a wrong bin is worse than a foreign text.
 */
export function translateResult(result: ScanResult): ScanResult {
  const { label, group } = result;
  return {
    ...result,
    name: translate(`waste.labels.${label}.name`, result.name),
    groupName: translate(`waste.groups.${group}`, result.groupName),
    advice: translate(`waste.labels.${label}.advice.${group}`, result.advice),
    predictions: result.predictions.map((prediction) => ({
      ...prediction,
      name: translate(`waste.labels.${prediction.label}.name`, prediction.name),
    })),
  };
}
