import { t } from '@lingui/core/macro';
import type { Grade } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { findGrade, ownGradesQuery } from './grades.ts';

interface Props {
  skeleton: ReactNode;
  failedMessage: string | ((error: Error) => string);
  /** Shown to a user without a grade. */
  emptyTitle: string;
  children: (grade: Grade) => ReactNode;
}

/** Renders its children with the grade selected in the URL, once the user's grades are loaded. */
export function WithGrade({ skeleton, failedMessage, emptyTitle, children }: Props) {
  const { params } = useUrlParams();
  return (
    <Loaded
      query={useQuery(ownGradesQuery(useUser()))}
      skeleton={skeleton}
      failedMessage={failedMessage}
      empty={<EmptyState picture={<SproutPicture />} title={emptyTitle} />}
      hasCard
    >
      {(grades) => {
        const grade = findGrade(grades, params);
        return grade && children(grade);
      }}
    </Loaded>
  );
}

/** Selects one of the user's grades; hidden from users with only one. */
export function GradeSelect() {
  const { data: grades = [] } = useQuery(ownGradesQuery(useUser()));
  const { params, choose } = useUrlParams();
  const grade = findGrade(grades, params);
  if (grades.length < 2 || !grade) return null;
  return (
    <NativeSelect
      aria-label={t`Khối`}
      value={String(grade.id)}
      data={grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) }))}
      onChange={(event) => choose({ grade: Number(event.currentTarget.value) })}
    />
  );
}
