import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/current-user.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { WithSchool } from '../schools/public.ts';
import { KindView } from './kind-view.tsx';
import { ScannerView } from './scanner-view.tsx';
import { StudentView } from './student-view.tsx';
import { TeachCamera } from './teach-camera.tsx';
import { scannerQuery } from './teaching.api.ts';
import { useTeachLink } from './use-teach-link.ts';

/** Where a school teaches its scanner. Its views are in the URL, so that Back leads from one to the other. */
export function TeachPage() {
  const { role } = useUser();
  const { params } = useUrlParams();
  const kindId = Number(params.get('kind'));
  if (kindId > 0) return <OneKind id={kindId} isCamera={params.get('view') === 'camera'} />;
  if (role === 'Student') return <StudentView />;
  return <ScannerView />;
}

function OneKind({ id, isCamera }: { id: number; isCamera: boolean }) {
  if (useUser().role !== 'Admin') return <LoadedKind id={id} isCamera={isCamera} />;
  return (
    <WithSchool>
      {({ id: schoolId }) => <LoadedKind id={id} isCamera={isCamera} schoolId={schoolId} />}
    </WithSchool>
  );
}

interface Props {
  id: number;
  isCamera: boolean;
  schoolId?: number;
}

function LoadedKind({ id, isCamera, schoolId }: Props) {
  const { role } = useUser();
  const canTeach = role !== 'Admin';
  const renderKind = (kind: TaughtKind) =>
    canTeach && (isCamera || role === 'Student') ? (
      // Its photos belong to this kind.
      <TeachCamera key={kind.id} kind={kind} />
    ) : (
      <KindView kind={kind} />
    );
  return (
    <Loaded
      query={useQuery(scannerQuery(schoolId))}
      pageTitle={t`Dạy máy quét`}
      skeleton={<CardsSkeleton cards={3} />}
      failedMessage={t`Không tải được các món đã dạy`}
      hasCard
    >
      {({ kinds }) => {
        const kind = kinds.find((item) => item.id === id);
        return kind ? renderKind(kind) : <MissingKind />;
      }}
    </Loaded>
  );
}

function MissingKind() {
  const list = useTeachLink({});
  return (
    <>
      <PageHeader title={t`Dạy máy quét`} />
      <Card>
        <EmptyState picture={<SproutPicture />} title={t`Món này không còn nữa`}>
          <Button component={Link} to={list} variant="light">
            {t`Xem các món khác`}
          </Button>
        </EmptyState>
      </Card>
    </>
  );
}
