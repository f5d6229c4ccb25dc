import type { School } from '@lop-xanh/contract/schools';
import type { ReactNode } from 'react';
import { errorMessageOr } from '../lib/api-errors.ts';
import { useUser } from '../lib/current-user.ts';
import { useSchool } from '../lib/schools.ts';
import { Card } from './card.tsx';
import { SproutPicture } from './pictures.tsx';
import { Skeleton } from './skeleton.tsx';
import { EmptyState, ErrorState } from './state.tsx';

/** Renders its children with the selected school once it is loaded. */
export function WithSchool({ children }: { children: (school: School) => ReactNode }) {
  const isAdmin = useUser().role === 'Admin';
  const { schools, school, error, retry } = useSchool();
  if (school) return children(school);
  return (
    <Card>
      {schools ? (
        <EmptyState
          picture={<SproutPicture />}
          title={isAdmin ? 'Chưa có trường nào' : 'Bạn chưa thuộc trường nào'}
          {...(isAdmin && { text: 'Hãy thêm trường đầu tiên.' })}
        />
      ) : error ? (
        <ErrorState message={errorMessageOr('Không tải được các trường', error)} retry={retry} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Card>
  );
}
