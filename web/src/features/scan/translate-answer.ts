import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { translate } from '../../language/translate.ts';

/**
 * The waste table is in Vietnamese, and an operator may edit it. Other languages know the texts that we
 * ship; the advice only for the bin that we ship with it, because a wrong bin is worse than a foreign text.
 */
export function translateAnswer({ label, name, group, groupName, advice }: WasteAnswer) {
  return {
    label,
    group,
    name: translate(`waste.labels.${label}.name`, name),
    groupName: translate(`waste.groups.${group}`, groupName),
    advice: translate(`waste.labels.${label}.advice.${group}`, advice),
  };
}
