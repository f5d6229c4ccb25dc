import { fullName } from '@lop-xanh/contract/rules/names';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { locks } from '../database/locks.ts';
import type { Users } from '../database/tables.generated.ts';
import { setNextNumber } from '../features/accounts/codes.queries.ts';
import { firstNumber } from '../features/accounts/codes.rules.ts';
import { hashInBackground } from '../http/passwords.ts';
import type { Storage } from '../storage/storage.ts';
import { NewFiles } from '../storage/stored-files.ts';
import { demoAccounts, demoPassword, secondSchoolAccounts } from './demo-accounts.ts';
import { nameOf } from './demo-names.ts';
import { fillDemoAttendance } from './fill-demo-attendance.ts';
import { fillDemoHistory } from './fill-demo-history.ts';
import { fillDemoLessons } from './fill-demo-lessons.ts';
import { fillDemoNotifications } from './fill-demo-notifications.ts';
import { fillDemoPosts } from './fill-demo-posts.ts';

const studentsInDemoClass = 35;
const studentsInOtherClasses = 12;
const gradeOfDemoClass = 3;
const gradeOfSecondChild = 5;

const firstCode = firstNumber(2026);

type Person = Omit<Insertable<Users>, 'password_hash'>;

/** Fills an empty database with two schools full of people; does nothing where the demo is there. */
export async function fillDemo(db: Db, storage: Storage): Promise<boolean> {
  const passwordHash = await hashInBackground(demoPassword);
  // Known also when this transaction does not end: a file that is stored is stored.
  const newFiles = new NewFiles(db, storage);
  return db.transaction().execute(async (transaction) => {
    // Several servers may start at once.
    await sql`select pg_advisory_xact_lock(${locks.demo})`.execute(transaction);
    if (await hasDemoAccounts(transaction)) return false;
    const authors = await new DemoWriter(transaction, passwordHash).write();
    await fillDemoHistory(transaction);
    await fillDemoAttendance(transaction);
    await fillDemoPosts(transaction, newFiles, authors);
    await fillDemoNotifications(transaction);
    await fillDemoLessons(transaction, newFiles);
    return true;
  });
}

export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

class DemoWriter {
  readonly #db;
  readonly #passwordHash;
  /** Counts the made-up people, so that names, usernames and codes differ. */
  #number = 0;

  constructor(db: Db, passwordHash: string) {
    this.#db = db;
    this.#passwordHash = passwordHash;
  }

  /** Answers those who write the demo's posts. */
  async write() {
    const first = await this.#writeFirstSchool();
    const teacher2 = await this.#writeSecondSchool();
    await setNextNumber(this.#db, firstCode + this.#number);
    return { ...first, teacher2 };
  }

  async #writeFirstSchool() {
    const { admin, mod, teacher, student, parent } = demoAccounts;
    const schoolId = await this.#addSchool('TH Kim Đồng');
    const [, modId] = await this.#addPeople([
      admin,
      { ...mod, school_id: schoolId, email: 'mod@kimdong.example' },
    ]);
    const inSchool = { schoolId, modId: modId as number };
    let author = { id: 0, students: [] as number[] };
    let colleague = author;

    const parentName = fullName(parent.last_name, parent.first_name);
    const children: number[] = [];
    for (const grade of [1, 2, 3, 4, 5]) {
      for (const letter of ['A', 'B']) {
        const classId = await this.#addClass(schoolId, grade, letter);
        const members = { school_id: schoolId, class_id: classId };
        if (grade === gradeOfDemoClass && letter === 'A') {
          const [id, ...students] = await this.#addPeople([
            { ...teacher, ...members, email: 'hoa@kimdong.example', phone: '0912 345 678' },
            { ...student, ...members, ...this.#studentFields(parentName) },
            ...this.#students(members, studentsInDemoClass - 1),
          ]);
          author = { id: id as number, students };
          children.push(students[0] as number);
        } else {
          const [id, ...students] = await this.#addPeople([
            this.#makeUp('Teacher', members),
            ...this.#students(members, studentsInOtherClasses),
          ]);
          if (grade === gradeOfSecondChild && letter === 'B') {
            colleague = { id: id as number, students };
            children.push(students[0] as number);
          }
        }
      }
    }
    const [parentId] = await this.#addPeople([
      { ...parent, school_id: schoolId, email: 'long@example.vn', phone: '0987 654 321' },
    ]);
    await this.#addChildren(schoolId, parentId as number, children);
    return { teacher: { ...author, ...inSchool }, colleague: { ...colleague, ...inSchool } };
  }

  async #writeSecondSchool() {
    const { mod, teacher, student } = secondSchoolAccounts;
    const schoolId = await this.#addSchool('TH Lê Văn Tám');
    const [modId] = await this.#addPeople([{ ...mod, school_id: schoolId }]);
    let author = { id: 0, students: [] as number[] };
    for (const grade of [1, 2, 3, 4, 5]) {
      const members = { school_id: schoolId, class_id: await this.#addClass(schoolId, grade, 'A') };
      const isFirst = grade === 1;
      const [id, ...students] = await this.#addPeople([
        isFirst
          ? { ...teacher, ...members, email: 'huy@levantam.example' }
          : this.#makeUp('Teacher', members),
        ...(isFirst ? [{ ...student, ...members, ...this.#studentFields('Hoàng Văn Lộc') }] : []),
        ...this.#students(members, studentsInOtherClasses),
      ]);
      if (isFirst) author = { id: id as number, students };
    }
    return { ...author, schoolId, modId: modId as number };
  }

  #students(members: { school_id: number; class_id: number }, count: number): Person[] {
    return Array.from({ length: count }, () => this.#makeUp('Student', members));
  }

  #makeUp(role: 'Teacher' | 'Student', members: { school_id: number; class_id: number }): Person {
    const number = ++this.#number;
    const { lastName, firstName } = nameOf(number);
    const parentName = fullName(lastName, nameOf(number + 500).firstName);
    const username = `${role === 'Teacher' ? 'gv' : 'hs'}${String(number).padStart(4, '0')}`;
    return {
      ...members,
      role,
      username,
      last_name: lastName,
      first_name: firstName,
      ...(role === 'Student'
        ? this.#studentFields(parentName)
        : { email: `${username}@example.vn` }),
    };
  }

  #studentFields(parentName: string) {
    return {
      identifier_code: String(firstCode - 1 + ++this.#number),
      parent_name: parentName,
      email: `phuhuynh${this.#number}@example.vn`,
    };
  }

  async #addSchool(name: string): Promise<number> {
    const { id } = await this.#db
      .insertInto('schools')
      .values({ school_name: name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #addClass(schoolId: number, grade: number, letter: string): Promise<number> {
    const { id } = await this.#db
      .insertInto('classes')
      .values({ school_id: schoolId, grade_id: grade, name: `${grade}${letter}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #addPeople(people: Person[]): Promise<number[]> {
    const rows = people.map((person) => ({
      ...person,
      password_hash: this.#passwordHash,
      is_demo: true,
    }));
    const added = await this.#db.insertInto('users').values(rows).returning('id').execute();
    return added.map(({ id }) => id);
  }

  async #addChildren(schoolId: number, parentId: number, childIds: number[]): Promise<void> {
    await this.#db
      .insertInto('parents_children')
      .values(
        childIds.map((childId) => ({
          school_id: schoolId,
          parent_id: parentId,
          student_id: childId,
        })),
      )
      .execute();
  }
}
