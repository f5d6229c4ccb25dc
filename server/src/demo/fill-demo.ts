import { formatFullName } from '@lop-xanh/contract/rules/names';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { locks } from '../database/locks.ts';
import type { Users } from '../database/tables.generated.ts';
import { setNextCodeNumber } from '../features/accounts/identifier-codes.queries.ts';
import { getFirstCodeNumber } from '../features/accounts/identifier-codes.rules.ts';
import { hashInBackground } from '../features/auth/passwords.service.ts';
import type { Storage } from '../storage/storage.ts';
import { NewFiles } from '../storage/stored-files.ts';
import { demoAccounts, demoPassword, secondSchoolAccounts } from './demo-accounts.ts';
import { makeDemoName } from './demo-names.ts';
import { fillDemoAttendance } from './fill-demo-attendance.ts';
import { fillDemoHistory } from './fill-demo-history.ts';
import { fillDemoLessons } from './fill-demo-lessons.ts';
import { fillDemoNotifications } from './fill-demo-notifications.ts';
import { fillDemoPosts } from './fill-demo-posts.ts';

const studentsInDemoClass = 35;
const studentsInOtherClasses = 12;
const demoClassGrade = 3;
const secondChildGrade = 5;

const firstCode = getFirstCodeNumber(2026);

type DemoUser = Omit<Insertable<Users>, 'password_hash'>;

/** Fills the database with two demo schools. Does nothing and returns false if they exist. */
export async function fillDemo(db: Db, storage: Storage): Promise<boolean> {
  const passwordHash = await hashInBackground(demoPassword);
  // Outside the transaction: files stay in the storage even if the transaction fails.
  const newFiles = new NewFiles(db, storage);
  return db.transaction().execute(async (transaction) => {
    // Several servers may start at the same time.
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
  /** Counts the generated users, so that names, usernames and codes are unique. */
  #number = 0;

  constructor(db: Db, passwordHash: string) {
    this.#db = db;
    this.#passwordHash = passwordHash;
  }

  /** Returns the authors of the demo's posts. */
  async write() {
    const first = await this.#writeFirstSchool();
    const teacher2 = await this.#writeSecondSchool();
    await setNextCodeNumber(this.#db, firstCode + this.#number);
    return { ...first, teacher2 };
  }

  async #writeFirstSchool() {
    const { admin, mod, teacher, student, parent } = demoAccounts;
    const schoolId = await this.#addSchool('TH Kim Đồng');
    const [, modId] = await this.#addUsers([
      admin,
      { ...mod, school_id: schoolId, email: 'mod@kimdong.example' },
    ]);
    const inSchool = { schoolId, modId: modId as number };
    let author = { id: 0, students: [] as number[] };
    let colleague = author;

    const parentName = formatFullName(parent.last_name, parent.first_name);
    const children: number[] = [];
    for (const grade of [1, 2, 3, 4, 5]) {
      for (const letter of ['A', 'B']) {
        const classId = await this.#addClass(schoolId, grade, letter);
        const members = { school_id: schoolId, class_id: classId };
        if (grade === demoClassGrade && letter === 'A') {
          const [id, ...students] = await this.#addUsers([
            { ...teacher, ...members, email: 'hoa@kimdong.example', phone: '0912 345 678' },
            { ...student, ...members, ...this.#makeStudentFields(parentName) },
            ...this.#makeStudents(members, studentsInDemoClass - 1),
          ]);
          author = { id: id as number, students };
          children.push(students[0] as number);
        } else {
          const [id, ...students] = await this.#addUsers([
            this.#makeUser('Teacher', members),
            ...this.#makeStudents(members, studentsInOtherClasses),
          ]);
          if (grade === secondChildGrade && letter === 'B') {
            colleague = { id: id as number, students };
            children.push(students[0] as number);
          }
        }
      }
    }
    const [parentId] = await this.#addUsers([
      { ...parent, school_id: schoolId, email: 'long@example.vn', phone: '0987 654 321' },
    ]);
    await this.#addChildren(schoolId, parentId as number, children);
    return { teacher: { ...author, ...inSchool }, colleague: { ...colleague, ...inSchool } };
  }

  async #writeSecondSchool() {
    const { mod, teacher, student } = secondSchoolAccounts;
    const schoolId = await this.#addSchool('TH Lê Văn Tám');
    const [modId] = await this.#addUsers([{ ...mod, school_id: schoolId }]);
    let author = { id: 0, students: [] as number[] };
    for (const grade of [1, 2, 3, 4, 5]) {
      const members = { school_id: schoolId, class_id: await this.#addClass(schoolId, grade, 'A') };
      const isFirst = grade === 1;
      const [id, ...students] = await this.#addUsers([
        isFirst
          ? { ...teacher, ...members, email: 'huy@levantam.example' }
          : this.#makeUser('Teacher', members),
        ...(isFirst
          ? [{ ...student, ...members, ...this.#makeStudentFields('Hoàng Văn Lộc') }]
          : []),
        ...this.#makeStudents(members, studentsInOtherClasses),
      ]);
      if (isFirst) author = { id: id as number, students };
    }
    return { ...author, schoolId, modId: modId as number };
  }

  #makeStudents(members: { school_id: number; class_id: number }, count: number): DemoUser[] {
    return Array.from({ length: count }, () => this.#makeUser('Student', members));
  }

  #makeUser(
    role: 'Teacher' | 'Student',
    members: { school_id: number; class_id: number },
  ): DemoUser {
    const number = ++this.#number;
    const { lastName, firstName } = makeDemoName(number);
    const parentName = formatFullName(lastName, makeDemoName(number + 500).firstName);
    const username = `${role === 'Teacher' ? 'gv' : 'hs'}${String(number).padStart(4, '0')}`;
    return {
      ...members,
      role,
      username,
      last_name: lastName,
      first_name: firstName,
      ...(role === 'Student'
        ? this.#makeStudentFields(parentName)
        : { email: `${username}@example.vn` }),
    };
  }

  #makeStudentFields(parentName: string) {
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

  async #addUsers(users: DemoUser[]): Promise<number[]> {
    const rows = users.map((user) => ({
      ...user,
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
