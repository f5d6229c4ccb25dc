import sql from 'sql-template-tag';
import { thisSchoolYear } from './attendance.ts';
import { addChild, addClass, addSchool, addUser } from './fixtures.ts';
import { type LifeAction, lifeActions } from './school-life-actions.ts';
import { checkPast, checkPresent, checkReading } from './school-life-checks.ts';
import { ImpossibleAction, type LifeContext, SchoolLifeClient } from './school-life-client.ts';

/** The actions that are tried more often than the others. */
const weights = new Map([
  ['move a student', 2],
  ['import a student', 2],
  ['write a post', 2],
  ['take attendance', 2],
  ['start a year', 2],
  ['undo a start', 3],
]);

const weightedActions = Object.entries(lifeActions).flatMap((entry) =>
  Array.from({ length: weights.get(entry[0]) ?? 1 }, () => entry),
);

/** Checking the past takes longer than an action. */
const actionsBetweenPastChecks = 30;

/** Two schools over four years: random actions through the API, repeated in a model and compared with it. */
export class SchoolLife {
  readonly #seed;
  readonly #client;
  /** How often each kind of action has happened. */
  readonly counts = new Map(Object.keys(lifeActions).map((kind) => [kind, 0]));

  constructor(context: LifeContext, seed: number) {
    this.#seed = seed;
    this.#client = new SchoolLifeClient(context, seed);
  }

  async live(actionCount: number): Promise<void> {
    await this.#addSchools();
    for (let number = 1; number <= actionCount; number++) {
      const [kind, act] = this.#client.pickFrom(weightedActions);
      await this.#explainFailure(`action ${number} (${kind})`, async () => {
        this.#client.actionNumber = number;
        await this.#perform(kind, act);
        await checkPresent(this.#client);
        if (number % actionsBetweenPastChecks === 0) await checkPast(this.#client);
      });
    }
    await this.#explainFailure(`after ${actionCount} actions`, async () => {
      await checkPast(this.#client);
      await checkReading(this.#client);
    });
  }

  async #perform(kind: string, act: LifeAction): Promise<void> {
    const { lastStart } = this.#client;
    try {
      await act(this.#client);
    } catch (error) {
      if (error instanceof ImpossibleAction) return;
      throw error;
    }
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (this.#client.lastStart === lastStart) this.#client.lastStart = undefined;
  }

  /** Adds to an error when it happened. */
  async #explainFailure(moment: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`Seed ${this.#seed}, ${moment}: ${message}`, { cause: error });
    }
  }

  /** Each with a teacher and two students in three grades, and a parent of two of them. */
  async #addSchools(): Promise<void> {
    const { model, database } = this.#client;
    const { db } = database;
    for (const schoolName of ['TH Kim Đồng', 'TH Lê Văn Tám']) {
      const school_id = await addSchool(db, schoolName);
      // Three starts lead to this year, so every attendance sheet is of the past.
      const year = thisSchoolYear - 3;
      await db.run(sql`update school_years set year = ${year} where school_id = ${school_id}`);
      const mod = await addUser(database, { role: 'Mod', school_id });
      const school = model.addSchool({ id: school_id, mod, year });
      for (const grade of [1, 2, 5]) {
        const name = `${grade}A`;
        const class_id = await addClass(db, school_id, name, grade);
        const schoolClass = model.addClass({ id: class_id, school, grade, name });
        for (const role of ['Teacher', 'Student', 'Student'] as const) {
          const first_name = 'An';
          const user = await addUser(database, { role, school_id, class_id, first_name });
          model.addUser({ ...user, firstName: first_name, role }, schoolClass);
        }
      }
      const parent = await addUser(database, { role: 'Parent', school_id });
      const children = model.listUsers('Student', school).slice(0, 2);
      for (const child of children) await addChild(db, { parent, child: { ...child } });
      model.parents.push({ user: parent, children });
    }
  }
}
