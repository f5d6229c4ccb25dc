import { studentTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import { demoWeeks } from '../demo/demo-attendance.ts';
import { type Act, anAct, type Chance } from './act.ts';
import { rollOf } from './roll-call.ts';
import type { SchoolCalls } from './school-calls.ts';

/** What is done with classes: their rolls, and who comes, goes and teaches there. */
export class ClassActions {
  readonly #calls: SchoolCalls;
  readonly #chance: Chance;
  #rooms: SchoolClass[] = [];
  #students: number[] = [];
  /** What was last acknowledged of things that change back and forth. */
  readonly #latest = new Map<string, unknown>();

  constructor(chance: Chance, calls: SchoolCalls) {
    this.#chance = chance;
    this.#calls = calls;
  }

  async getToKnow(): Promise<void> {
    this.#rooms = (await this.#calls.read(classes.list, 'mod')).classes;
    // Those of the last class move about; the others keep their rolls.
    const room = this.#rooms.at(-1) as SchoolClass;
    const { students } = await this.#calls.read(classes.students, 'mod', room.id);
    this.#students = students.map(({ id }) => id);
  }

  /** Two teachers beside the demo's own. */
  rollCallers(): string[] {
    return this.#rooms.slice(0, 2).flatMap(({ teacher_username }) => teacher_username ?? []);
  }

  async takeRoll(who: string): Promise<Act | undefined> {
    const room = this.#rooms.find(({ teacher_username }) => teacher_username === who);
    const taken = `weeks of ${who}`;
    const week = limits.teachingWeeks - Number(this.#latest.get(taken) ?? 0);
    if (!room || week <= demoWeeks) return undefined;
    const { students } = await this.#calls.read(classes.students, who, room.id);
    this.#latest.set(taken, limits.teachingWeeks - week + 1);
    return anAct({
      who,
      endpoint: attendance.save,
      sent: { key: this.#chance.newKey(), id: room.id, body: rollOf(students, { week }) },
      isThere: async (db, { records }) => {
        const sheets = await db
          .selectFrom('attendance_sheets')
          .select('total')
          .where('class_id', '=', room.id)
          .where('week', '=', week)
          .execute();
        return sheets.length === 1 && sheets[0]?.total === records.length;
      },
    });
  }

  async moveStudent(who: string): Promise<Act | undefined> {
    const id = this.#chance.oneOf(this.#students);
    const room = this.#chance.oneOf([undefined, ...this.#movable()]);
    if (id === undefined) return undefined;
    return this.#place(who, { id, classId: room?.id ?? null, endpoint: accounts.editStudent });
  }

  /** Whoever teaches one of the classes of the last grade comes to another one, or to none. */
  async moveTeacher(who: string): Promise<Act | undefined> {
    const teachers = this.#movable().flatMap(({ teacher_id }) => teacher_id ?? []);
    const id = this.#chance.oneOf(teachers);
    const room = this.#chance.oneOf([undefined, ...this.#movable()]);
    if (id === undefined) return undefined;
    return this.#place(who, { id, classId: room?.id ?? null, endpoint: accounts.edit });
  }

  #movable(): SchoolClass[] {
    return this.#rooms.slice(-3);
  }

  #place(
    who: string,
    { id, classId, endpoint }: { id: number; classId: number | null; endpoint: Endpoint },
  ): Act {
    const latest = `place of ${id}`;
    return anAct({
      who,
      endpoint,
      sent: { key: this.#chance.newKey(), id, body: { class_id: classId } },
      onDone: () => this.#latest.set(latest, classId),
      isThere: async (db) => {
        const person = await db
          .selectFrom('users')
          .select('class_id')
          .where('id', '=', id)
          .executeTakeFirst();
        return this.#latest.get(latest) !== classId || person?.class_id === classId;
      },
    });
  }

  async importStudents(who: string): Promise<Act> {
    const key = this.#chance.newKey();
    const room = this.#chance.oneOf(this.#movable())?.name ?? '';
    const rows = ['a', 'b'].map((letter) => `${key}${letter},Nguyễn Thị,Mơ,${room},m@example.vn`);
    const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email', ...rows].join('\n');
    return anAct({
      who,
      endpoint: studentTables.take,
      sent: { key, form: { file: new File([text], 'hoc-sinh.csv') } },
      isThere: async (db) => {
        const found = await db
          .selectFrom('users')
          .select('id')
          .where('username', 'like', `${key}_`)
          .execute();
        return found.length === rows.length;
      },
    });
  }
}
