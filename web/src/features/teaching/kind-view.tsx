import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCamera, IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/current-user.ts';
import { Link } from '../../lib/routing/link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { KindGroup } from './kind-group.tsx';
import { KindMenu } from './kind-menu.tsx';
import { KindPicture } from './kind-picture.tsx';
import { KindGain, PhotoProgress } from './kind-progress.tsx';
import classes from './kind-view.module.css';
import { PhotoList } from './photo-list.tsx';
import { photosQuery } from './teaching.api.ts';
import { useTeachLink } from './use-teach-link.ts';

/** A kind and what was taught about it. */
export function KindView({ kind }: { kind: TaughtKind }) {
  const { id, name, group, advice, photo_count, outdated_count: outdatedCount } = kind;
  const list = useTeachLink({});
  const camera = useTeachLink({ kind: id, isCamera: true });
  const canTeach = useUser().role !== 'Admin';
  return (
    <>
      <Link to={list} className={classes.back}>
        <IconChevronLeft size={20} aria-hidden />
        {t`Các món đã dạy`}
      </Link>
      <PageHeader title={name}>
        {canTeach && (
          <Button component={Link} to={camera} leftSection={<IconCamera size={20} aria-hidden />}>
            {t`Chụp ảnh để dạy`}
          </Button>
        )}
        <KindMenu kind={kind} />
      </PageHeader>
      <section className={classes.kind} aria-label={t`Về món này`}>
        <KindPicture kind={kind} />
        <div className={classes.facts}>
          <KindGroup group={group} />
          <p lang="vi">{advice}</p>
          <PhotoProgress count={photo_count} />
          <KindGain kind={kind} />
          {outdatedCount > 0 && (
            <p className={classes.outdated}>
              <IconAlertTriangle size={20} aria-hidden />
              {t`${outdatedCount} ảnh được dạy cho máy quét bản cũ và không còn giúp được. Hãy chụp lại.`}
            </p>
          )}
        </div>
      </section>
      <Loaded
        query={useQuery(photosQuery(id))}
        skeleton={<CardSkeleton lines={8} />}
        failedMessage={t`Không tải được các ảnh`}
        empty={
          <EmptyState
            picture={<SproutPicture />}
            title={t`Chưa có ảnh nào`}
            text={t`Chụp từng món một, mỗi ảnh một góc và một nền khác nhau.`}
          />
        }
        hasCard
        hasRefetchToast
      >
        {(photos) => (
          <>
            {photos.some(({ is_pending }) => is_pending) && (
              <Card title={t`Ảnh học sinh gửi, chờ duyệt`}>
                <PhotoList kindName={name} photos={photos.filter(({ is_pending }) => is_pending)} />
              </Card>
            )}
            {photos.some(({ is_pending }) => !is_pending) && (
              <Card title={t`Ảnh đã dạy`}>
                <PhotoList
                  kindName={name}
                  photos={photos.filter(({ is_pending }) => !is_pending)}
                />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
