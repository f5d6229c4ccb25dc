import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { IconClock } from '@tabler/icons-react';
import { Link } from '../../lib/routing/link.tsx';
import { KindGroup } from './kind-group.tsx';
import classes from './kind-list.module.css';
import { KindPicture } from './kind-picture.tsx';
import { KindGain, PhotoProgress } from './kind-progress.tsx';
import { useTeachLink } from './use-teach-link.ts';

/** The kinds of a school; those that wait for a teacher come first. */
export function KindList({ kinds }: { kinds: readonly TaughtKind[] }) {
  const sorted = kinds.toSorted((a, b) => b.pending_count - a.pending_count);
  return (
    <ul className={classes.list}>
      {sorted.map((kind) => (
        <li key={kind.id}>
          <KindCard kind={kind} />
        </li>
      ))}
    </ul>
  );
}

function KindCard({ kind }: { kind: TaughtKind }) {
  const { id, name, group, photo_count, pending_count: pendingCount } = kind;
  return (
    <Link to={useTeachLink({ kind: id })} className={classes.card}>
      <KindPicture kind={kind} />
      <span className={classes.text}>
        <strong className={classes.name} lang="vi">
          {name}
        </strong>
        <KindGroup group={group} />
        <PhotoProgress count={photo_count} />
        <KindGain kind={kind} />
        {pendingCount > 0 && (
          <span className={classes.pending}>
            <IconClock size={18} aria-hidden />
            {t`${pendingCount} ảnh chờ duyệt`}
          </span>
        )}
      </span>
    </Link>
  );
}
