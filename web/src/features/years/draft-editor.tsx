import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { findPlanProblems, summarizePlan } from '@lop-xanh/contract/rules/rollover';
import type { RolloverDraft, SchoolYear } from '@lop-xanh/contract/years';
import { useMemo, useState } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { CurrentYear } from './current-year.tsx';
import classes from './draft-editor.module.css';
import { DraftFiles } from './draft-files.tsx';
import { DraftState } from './draft-header.tsx';
import { NewClasses } from './new-classes.tsx';
import { NewerNotice } from './newer-notice.tsx';
import { PlacementTable } from './placement-table.tsx';
import { countOpen, listGroups } from './plan-rows.ts';
import { listTasks } from './plan-tasks.ts';
import { StartPanel } from './start-panel.tsx';
import { type Step, Steps } from './steps.tsx';
import { useDraft } from './use-draft.ts';
import { type OpenRows, useOpenRows } from './use-open-rows.ts';

interface Props {
  latest: RolloverDraft;
  currentYear: SchoolYear;
}

/** The next school year while it is prepared. */
export function DraftEditor({ latest, currentYear }: Props) {
  const { school } = latest;
  const draft = useDraft(latest);
  const { plan, store } = draft;
  const summary = useMemo(() => summarizePlan(school, plan), [school, plan]);
  const problems = useMemo(() => findPlanProblems(school, plan), [school, plan]);
  const tasks = useMemo(() => listTasks(school, plan, problems), [school, plan, problems]);
  const [view, setView] = useState<'classes' | 'placement'>('placement');
  const [firstOpenGrade] = useState(
    () =>
      listGroups(school, plan).find((group) => {
        const { students, teachers } = countOpen(group, summary, problems);
        return students + teachers > 0;
      })?.grade,
  );
  const openRows = useOpenRows(firstOpenGrade);

  const reveal: OpenRows['reveal'] = (place) => {
    setView('placement');
    openRows.reveal(place);
  };
  const revealClasses = (fieldId: string) => {
    setView('classes');
    openRows.reveal({ fieldId });
  };
  const chooseStep = (step: Step) => {
    if (step === 'classes' || step === 'placement') setView(step);
    else openRows.reveal({ fieldId: step });
  };
  const year = formatSchoolYear(school.year);
  return (
    <div className={classes.page}>
      <PageHeader title={t`Năm học mới ${year}`}>
        <DraftState draft={draft} />
        <DraftFiles schoolId={school.school_id} year={school.year} store={store} />
      </PageHeader>
      <NewerNotice draft={draft} />
      <Steps
        plan={plan}
        summary={summary}
        problems={problems}
        taskCount={tasks.length}
        current={view}
        onChoose={chooseStep}
      />
      <div className={classes.columns}>
        {view === 'classes' ? (
          <NewClasses
            school={school}
            plan={plan}
            summary={summary}
            edit={store.edit}
            reveal={revealClasses}
          />
        ) : (
          <PlacementTable
            school={school}
            plan={plan}
            summary={summary}
            problems={problems}
            openRows={openRows}
            edit={store.edit}
          />
        )}
        <div className={classes.rail}>
          <ChecksPanel
            school={school}
            plan={plan}
            problems={problems}
            tasks={tasks}
            reveal={reveal}
            revealClasses={revealClasses}
            edit={store.edit}
          />
          <StartPanel
            school={school}
            plan={plan}
            totals={summary.totals}
            taskCount={tasks.length}
            flush={store.flush}
          />
          <CurrentYear schoolId={school.school_id} schoolYear={currentYear} />
        </div>
      </div>
    </div>
  );
}
