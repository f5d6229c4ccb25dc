import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { schoolsQuery } from './schools.api.ts';
import { useSchool } from './use-school.ts';

interface Props {
  /** Where the page has no heading of its own until the school is known. */
  pageTitle?: string;
  children: (school: School) => ReactNode;
}

/** Renders its children with the selected school once it is loaded. */
export function WithSchool({ pageTitle, children }: Props) {
  const isAdmin = useUser().role === 'Admin';
  const { school } = useSchool();
  return (
    <Loaded
      query={useQuery(schoolsQuery)}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage={t`Không tải được các trường`}
      empty={
        <EmptyState
          picture={<SproutPicture />}
          title={isAdmin ? t`Chưa có trường nào` : t`Bạn chưa thuộc trường nào`}
          {...(isAdmin && { text: t`Hãy thêm trường đầu tiên.` })}
        />
      }
      hasCard
      {...(pageTitle && { pageTitle })}
    >
      {() => school && children(school)}
    </Loaded>
  );
}
