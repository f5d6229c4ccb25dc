import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { PackChoice } from '../scan/public.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { KindEditor } from './kind-editor.tsx';
import { KindList } from './kind-list.tsx';
import { enoughPhotos } from './kind-progress.tsx';
import { ScannerMenu } from './scanner-menu.tsx';
import classes from './scanner-view.module.css';
import { scannerQuery } from './teaching.api.ts';

/** What a school taught its scanner, for its staff. */
export function ScannerView() {
  const { role } = useUser();
  return (
    <>
      <PageHeader title={t`Dạy máy quét`} />
      <p className={classes.intro}>
        {t`Máy quét của trường học thêm những món hay gặp: đặt tên, rồi chụp khoảng ${enoughPhotos} ảnh. Máy nhận ra món đó ngay, cả khi không có mạng.`}
      </p>
      {role === 'Admin' ? (
        <WithSchool>{({ id }) => <SchoolScanner key={id} schoolId={id} />}</WithSchool>
      ) : (
        <SchoolScanner />
      )}
    </>
  );
}

function SchoolScanner({ schoolId }: { schoolId?: number }) {
  const { role } = useUser();
  const query = useQuery(scannerQuery(schoolId));
  const [isAdding, setIsAdding] = useState(false);
  const addButton = (
    <Button
      aria-haspopup="dialog"
      leftSection={<IconPlus size={20} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      {t`Thêm món`}
    </Button>
  );
  return (
    <>
      <div className={classes.toolbar}>
        {schoolId !== undefined && <SchoolFilter />}
        {query.data && (
          <div className={classes.actions}>
            {query.data.kinds.length > 0 && addButton}
            <ScannerMenu
              schoolId={schoolId}
              keepsPhotos={query.data.keeps_photos}
              importedCount={countImported(query.data.kinds)}
            />
          </div>
        )}
      </div>
      <Loaded
        query={query}
        skeleton={<CardsSkeleton cards={6} />}
        failedMessage={t`Không tải được các món đã dạy`}
        empty={
          <EmptyState
            picture={<SproutPicture />}
            title={t`Máy quét chưa học món nào`}
            text={t`Hãy bắt đầu với một món mà lớp hay gặp, ví dụ pin.`}
          >
            {addButton}
          </EmptyState>
        }
        isEmpty={({ kinds }) => kinds.length === 0}
        hasCard
        hasRefetchToast
      >
        {({ kinds }) => <KindList kinds={kinds} />}
      </Loaded>
      {/* Not before the kinds, which would move it. */}
      {query.data && role !== 'Teacher' && (
        <WithSchool>{({ id }) => <PackChoice key={id} schoolId={id} />}</WithSchool>
      )}
      {isAdding && (
        <KindEditor
          kind={undefined}
          schoolId={schoolId}
          taught={query.data?.kinds ?? []}
          onClose={() => setIsAdding(false)}
          onSaved={({ id }) => {
            setIsAdding(false);
            const school = schoolId === undefined ? '' : `&school=${schoolId}`;
            navigate(`${paths.teach}?kind=${id}${school}`);
          }}
        />
      )}
    </>
  );
}

const countImported = (kinds: readonly TaughtKind[]) =>
  kinds.reduce((sum, { imported_count }) => sum + imported_count, 0);
