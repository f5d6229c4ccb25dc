import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { WasteDrawing } from '../scan/public.ts';
import classes from './kind-picture.module.css';

/** The drawing of a kind that we know, or else the first letter of its name. Decorative. */
export function KindPicture({ kind }: { kind: Pick<TaughtKind, 'label' | 'name' | 'group'> }) {
  const { label, name, group } = kind;
  const [letter = ''] = name;
  return (
    <span className={classes.picture} data-group={group} aria-hidden>
      {label ? <WasteDrawing label={label} /> : letter.toUpperCase()}
    </span>
  );
}
