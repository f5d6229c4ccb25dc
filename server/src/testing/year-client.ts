import { findPlanProblems } from '@lop-xanh/contract/rules/rollover';
import { type RolloverDraft, type RolloverPlan, years } from '@lop-xanh/contract/years';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { addClass, addSchool, addUser, type TestUser } from './fixtures.ts';
import { request } from './test-app.ts';

/** A school with one class in each grade, each with a teacher and two students, and a student without a class. */
export async function addSmallSchool(database: Database, { yearsAgo = 0 } = {}) {
  const { db } = database;
  const schoolId = await addSchool(db);
  await db.run(
    sql`update school_years set year = year - ${yearsAgo} where school_id = ${schoolId}`,
  );
  const inSchool = { school_id: schoolId };
  const mod = await addUser(database, { role: 'Mod', ...inSchool });
  const classes = [];
  for (const grade of [1, 2, 3, 4, 5]) {
    const id = await addClass(db, schoolId, `${grade}A`, grade);
    const inClass = { ...inSchool, class_id: id };
    classes.push({
      id,
      teacher: await addUser(database, { role: 'Teacher', ...inClass }),
      students: [
        await addUser(database, { role: 'Student', ...inClass }),
        await addUser(database, { role: 'Student', ...inClass }),
      ] as [TestUser, TestUser],
    });
  }
  const newcomer = await addUser(database, { role: 'Student', ...inSchool });
  type SmallClass = (typeof classes)[number];
  const [first, second, third, fourth, fifth] = classes as [
    SmallClass,
    SmallClass,
    SmallClass,
    SmallClass,
    SmallClass,
  ];
  return { schoolId, mod, first, second, third, fourth, fifth, newcomer };
}

/** Sends the requests of a rollover, by default as this user. */
export function createYearClient(app: FastifyInstance, user: TestUser) {
  const readDraft = async (token = user.token) => {
    const { body } = await request(app, years.draft, { token, query: {} });
    return body as RolloverDraft;
  };
  const save = (version: number, plan: RolloverPlan, token = user.token) =>
    request(app, years.saveDraft, { token, body: { version, plan } });
  const start = (version: number, token = user.token) =>
    request(app, years.start, { token, body: { version } });
  return {
    readDraft,
    save,
    start,
    undo: (token = user.token) => request(app, years.undo, { token, body: {} }),
    async listYears(token = user.token) {
      const { body } = await request(app, years.list, { token, query: {} });
      return body.school_years;
    },
    /** Saves the current draft with these changes and starts the year. */
    async saveAndStart(change: (draft: RolloverDraft) => RolloverPlan = makeReady) {
      const draft = await readDraft();
      const { body } = await save(draft.version, change(draft));
      return start(body.version);
    },
  };
}

/** The plan of a draft with everything decided that it leaves open: new students start in the first class. */
export function makeReady({ school, plan }: Pick<RolloverDraft, 'school' | 'plan'>): RolloverPlan {
  const { unplaced } = findPlanProblems(school, plan);
  const to = plan.classes[0]?.key ?? null;
  return {
    ...plan,
    classes: plan.classes.map((newClass) => ({
      ...newClass,
      isWithoutTeacher: newClass.teacher_id === null,
    })),
    students: [...plan.students, ...unplaced.map((student_id) => ({ student_id, to }))],
  };
}

/** The key of a class of the plan. */
export function findKey({ classes }: RolloverPlan, name: string): string {
  const found = classes.find((newClass) => newClass.name === name);
  if (!found) throw new Error(`The plan has no class ${name}`);
  return found.key;
}
