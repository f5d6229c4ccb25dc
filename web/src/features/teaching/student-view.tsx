import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/routing/link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutFriend, SproutPicture } from '../../ui/pictures.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { KindPicture } from './kind-picture.tsx';
import classes from './student-view.module.css';
import { scannerQuery } from './teaching.api.ts';
import { useTeachLink } from './use-teach-link.ts';

/** A student chooses what to photograph. */
export function StudentView() {
  return (
    <>
      <PageHeader title={t`Dạy Mầm`} />
      <div className={classes.intro}>
        <SproutFriend isLaughing />
        <p>
          {t`Em chọn một món rồi chụp vài tấm cho Mầm xem. Thầy cô xem ảnh trước, rồi Mầm mới học.`}
        </p>
      </div>
      <Loaded
        query={useQuery(scannerQuery())}
        skeleton={<CardsSkeleton cards={6} />}
        failedMessage={t`Không tải được các món cần dạy`}
        empty={
          <EmptyState
            picture={<SproutPicture />}
            title={t`Chưa có món nào để dạy`}
            text={t`Em nhờ thầy cô thêm một món nhé.`}
          />
        }
        isEmpty={({ kinds }) => kinds.length === 0}
        hasCard
        hasRefetchToast
      >
        {({ kinds }) => (
          <ul className={classes.list}>
            {kinds.map((kind) => (
              <li key={kind.id}>
                <KindLink kind={kind} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function KindLink({ kind }: { kind: TaughtKind }) {
  return (
    <Link to={useTeachLink({ kind: kind.id })} className={classes.kind}>
      <KindPicture kind={kind} />
      <span lang="vi">{kind.name}</span>
    </Link>
  );
}
