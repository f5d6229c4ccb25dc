import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { demoWeeks } from '../demo/demo-attendance.ts';
import { type Action, defineAction, type SeededRandom } from './action.ts';
import { makeSheetInput } from './attendance.ts';
import { readClassId } from './fixtures.ts';
import type { SchoolClient } from './school-client.ts';

/** Actions on classes: saving attendance, moving students and teachers, importing students. */
export class ClassActions {
  readonly #client: SchoolClient;
  readonly #random: SeededRandom;
  #classes: SchoolClass[] = [];
  #students: number[] = [];
  /** The last acknowledged value of whatever changes back and forth. */
  readonly #latest = new Map<string, unknown>();

  constructor(random: SeededRandom, client: SchoolClient) {
    this.#random = random;
    this.#client = client;
  }

  async load(): Promise<void> {
    this.#classes = (await this.#client.read(classes.list, 'mod')).classes;
    // Only students of the last class are moved: the others keep their attendance sheets.
    const schoolClass = this.#classes.at(-1) as SchoolClass;
    const { students } = await this.#client.read(classes.students, 'mod', schoolClass.id);
    this.#students = students.map(({ id }) => id);
  }

  /** Two teachers other than the demo account's. */
  attendanceTeachers(): string[] {
    return this.#classes.slice(0, 2).flatMap(({ teacher_username }) => teacher_username ?? []);
  }

  async saveSheet(username: string): Promise<Action | undefined> {
    const schoolClass = this.#classes.find(({ teacher_username }) => teacher_username === username);
    const savedWeeks = `weeks of ${username}`;
    const week = limits.teachingWeeks - Number(this.#latest.get(savedWeeks) ?? 0);
    if (!schoolClass || week <= demoWeeks) return undefined;
    const { students } = await this.#client.read(classes.students, username, schoolClass.id);
    this.#latest.set(savedWeeks, limits.teachingWeeks - week + 1);
    return defineAction({
      username,
      endpoint: attendance.save,
      options: {
        key: this.#random.newKey(),
        id: schoolClass.id,
        body: makeSheetInput(students, { week }),
      },
      isStored: async (db, { records }) => {
        const totals = await db.values(
          z.number(),
          sql`
            select total from attendance_sheets
            where class_id = ${schoolClass.id} and week = ${week}`,
        );
        return totals.length === 1 && totals[0] === records.length;
      },
    });
  }

  async moveStudent(username: string): Promise<Action | undefined> {
    const id = this.#random.pick(this.#students);
    const schoolClass = this.#random.pick([undefined, ...this.#movableClasses()]);
    if (id === undefined) return undefined;
    return this.#moveTo(username, {
      id,
      classId: schoolClass?.id ?? null,
      endpoint: accounts.editStudent,
    });
  }

  /** Moves the teacher of one of the last classes to another of them, or to none. */
  async moveTeacher(username: string): Promise<Action | undefined> {
    const teachers = this.#movableClasses().flatMap(({ teacher_id }) => teacher_id ?? []);
    const id = this.#random.pick(teachers);
    const schoolClass = this.#random.pick([undefined, ...this.#movableClasses()]);
    if (id === undefined) return undefined;
    return this.#moveTo(username, {
      id,
      classId: schoolClass?.id ?? null,
      endpoint: accounts.edit,
    });
  }

  #movableClasses(): SchoolClass[] {
    return this.#classes.slice(-3);
  }

  #moveTo(
    username: string,
    { id, classId, endpoint }: { id: number; classId: number | null; endpoint: Endpoint },
  ): Action {
    const latest = `class of ${id}`;
    return defineAction({
      username,
      endpoint,
      options: { key: this.#random.newKey(), id, body: { class_id: classId } },
      onDone: () => this.#latest.set(latest, classId),
      isStored: async (db) => {
        const stored = await readClassId(db, id);
        return this.#latest.get(latest) !== classId || stored === classId;
      },
    });
  }

  async importStudents(username: string): Promise<Action> {
    const key = this.#random.newKey();
    const className = this.#random.pick(this.#movableClasses())?.name ?? '';
    const rows = ['a', 'b'].map(
      (letter) => `${key}${letter},Nguyễn Thị,Mơ,${className},m@example.vn`,
    );
    const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email', ...rows].join('\n');
    return defineAction({
      username,
      endpoint: studentTables.importTable,
      options: { key, form: { file: new File([text], 'hoc-sinh.csv') } },
      isStored: async (db) => {
        const users = await db.value(
          z.number(),
          sql`select count(*) from users where username like ${`${key}_`}`,
        );
        return users === rows.length;
      },
    });
  }
}
