import type { School } from '@lop-xanh/contract/schools';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '../lib/current-user.ts';
import { schoolsQuery, useSchool } from '../lib/schools.ts';
import { Loaded } from './loaded.tsx';
import { SproutPicture } from './pictures.tsx';
import { CardSkeleton } from './skeleton.tsx';
import { EmptyState } from './state.tsx';

/** Renders its children with the selected school once it is loaded. */
export function WithSchool({ children }: { children: (school: School) => ReactNode }) {
  const isAdmin = useUser().role === 'Admin';
  const { school } = useSchool();
  return (
    <Loaded
      query={useQuery(schoolsQuery)}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage="Không tải được các trường"
      empty={
        <EmptyState
          picture={<SproutPicture />}
          title={isAdmin ? 'Chưa có trường nào' : 'Bạn chưa thuộc trường nào'}
          {...(isAdmin && { text: 'Hãy thêm trường đầu tiên.' })}
        />
      }
      hasCard
    >
      {() => school && children(school)}
    </Loaded>
  );
}
