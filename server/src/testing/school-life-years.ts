import { leaves } from '@lop-xanh/contract/rules/rollover';
import { type RolloverDraft, type RolloverPlan, years } from '@lop-xanh/contract/years';
import { thisSchoolYear } from './attendance.ts';
import { checkDraft, checkStartRows, readStartRows } from './school-life-checks.ts';
import { requirePossible, type SchoolLifeClient } from './school-life-client.ts';
import type { ModelSchool } from './school-memberships.ts';
import { makeReady } from './year-client.ts';

/** Two requests start the year at once. */
export async function startYear(life: SchoolLifeClient, school: ModelSchool): Promise<void> {
  requirePossible(school.year < thisSchoolYear);
  const draft = (await life.asMod(school, years.draft, {})) as RolloverDraft;
  checkDraft(draft, life.model.listUsers('Student', school));
  const plan = completePlan(life, draft);
  const { version } = (await life.asMod(school, years.saveDraft, {
    body: { version: draft.version, plan },
  })) as RolloverDraft;
  const rowsBefore = await readStartRows(life.database.db);
  const start = { body: { version } };
  await life.compete(school.mod, years.start, [start, start]);
  const created = await life.listClasses(school);
  life.model.startYear(school, plan, new Map(created.map(({ name, id }) => [name, id])));
  life.lastStart = { school, rowsBefore };
}

/** One student goes elsewhere than their class. Names are unique, so that the model finds the new classes. */
function completePlan(life: SchoolLifeClient, draft: RolloverDraft): RolloverPlan {
  const plan = makeReady(draft);
  const destinations = new Map(plan.students.map(({ student_id, to }) => [student_id, to]));
  const [student] = draft.school.students;
  const to = life.pickFrom([leaves, ...plan.classes.map(({ key }) => key)]);
  if (student) destinations.set(student.id, to);
  return {
    ...plan,
    students: [...destinations].map(([student_id, to]) => ({ student_id, to })),
    classes: plan.classes.map((newClass) => ({
      ...newClass,
      name: `${newClass.name.split('-')[0]}-${life.actionNumber}`,
    })),
  };
}

export async function undoStart(life: SchoolLifeClient, school: ModelSchool): Promise<void> {
  const canUndo = life.model.canUndoStart(school);
  await life.asMod(school, years.undo, { body: {} }, canUndo ? 200 : 409);
  requirePossible(canUndo);
  life.model.undoStart(school);
  // Later actions change the same rows, so they are compared only directly after the start.
  if (life.lastStart?.school === school) {
    await checkStartRows(life.database.db, life.lastStart.rowsBefore);
  }
  life.lastStart = undefined;
}

export async function startAndUndo(life: SchoolLifeClient): Promise<void> {
  const school = life.pickSchool();
  await startYear(life, school);
  await undoStart(life, school);
}
