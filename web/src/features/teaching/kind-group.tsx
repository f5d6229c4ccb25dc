import type { WasteGroup } from '@lop-xanh/contract/scan';
import { getWasteLanguage, translateWaste, useWastePack } from '../scan/public.ts';
import classes from './kind-group.module.css';

/** Which bin a kind belongs to. */
export function KindGroup({ group }: { group: WasteGroup }) {
  const name = translateWaste(useWastePack().groups[group].name);
  return (
    <span className={classes.group} data-group={group} lang={getWasteLanguage(name)}>
      {name}
    </span>
  );
}
