import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '../../language/messages.ts';
import { useUser } from '../../lib/current-user.ts';
import { Navigate } from '../../lib/routing/navigate.ts';
import { FullScreenSkeleton } from '../../ui/full-screen-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { RollForm } from './roll-form.tsx';
import { useRollParent } from './use-roll-mode.ts';
import { useWeekSheet } from './use-week-sheet.ts';

/** The roll of a class on a phone. Once it is saved, the page of the class shows it. */
export function ClassRoll({ schoolClass }: { schoolClass: SchoolClass }) {
  const user = useUser();
  const { classWeeks, openWeek: week, query } = useWeekSheet(schoolClass);
  const parent = useRollParent();
  return (
    <Loaded
      query={query}
      skeleton={
        <FullScreenSkeleton>
          <CardSkeleton lines={8} />
        </FullScreenSkeleton>
      }
      failedMessage={messages.classes.dataFailed}
      hasCard
      hasRefetchToast
    >
      {([{ school_year: schoolYear }, students]) =>
        week !== undefined ? (
          <RollForm
            key={`${schoolClass.id}:${week}`}
            sheetId={{ user: user.id, classId: schoolClass.id, schoolYear, week }}
            schoolClass={schoolClass}
            classWeeks={classWeeks}
            students={students}
            parent={parent}
          />
        ) : (
          <Navigate to={parent} />
        )
      }
    </Loaded>
  );
}
