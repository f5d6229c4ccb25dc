import { id } from '@lop-xanh/contract/fields';
import { formatFullName } from '@lop-xanh/contract/rules/names';
import type { Role } from '@lop-xanh/contract/rules/roles';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { takeStartLock } from '../database/locks.ts';
import { setNextCodeNumber } from '../features/accounts/identifier-codes.queries.ts';
import { getFirstCodeNumber } from '../features/accounts/identifier-codes.rules.ts';
import { hashInBackground } from '../features/auth/passwords.service.ts';
import type { Storage } from '../storage/storage.ts';
import { NewFiles } from '../storage/stored-files.ts';
import { demoAccounts, demoPassword, secondSchoolAccounts } from './demo-accounts.ts';
import { getDemoJoinTime } from './demo-attendance.ts';
import { makeDemoName } from './demo-names.ts';
import { fillDemoAttendance } from './fill-demo-attendance.ts';
import { fillDemoConsents } from './fill-demo-consents.ts';
import { fillDemoFamilies } from './fill-demo-families.ts';
import { fillDemoHistory, findFormerTeacher } from './fill-demo-history.ts';
import { fillDemoLeave } from './fill-demo-leave.ts';
import { fillDemoLessons } from './fill-demo-lessons.ts';
import { fillDemoNotifications } from './fill-demo-notifications.ts';
import { fillDemoPosts } from './fill-demo-posts.ts';

const studentsInDemoClass = 35;
const studentsInOtherClasses = 12;
const demoClassGrade = 3;
const secondChildGrade = 5;

const firstCode = getFirstCodeNumber(2026);

interface DemoUser {
  role: Role;
  username: string;
  first_name: string;
  last_name: string;
  school_id?: number;
  class_id?: number;
  identifier_code?: string;
  parent_name?: string;
  email?: string;
  phone?: string;
}

/** Fills the database with two demo schools. Does nothing and returns false if they exist. */
export async function fillDemo(db: Db, storage: Storage): Promise<boolean> {
  const passwordHash = await hashInBackground(demoPassword);
  // Outside the transaction: files stay in the storage even if the transaction fails.
  const newFiles = new NewFiles(db, storage);
  return db.transaction(async (transaction) => {
    // Several servers may start at the same time.
    await takeStartLock(transaction, 'demo');
    if (await hasDemoAccounts(transaction)) return false;
    const authors = await new DemoWriter(transaction, passwordHash).write();
    await fillDemoConsents(transaction);
    await fillDemoHistory(transaction);
    const formerTeacher = await findFormerTeacher(transaction, authors.teacher);
    await fillDemoAttendance(transaction);
    await fillDemoPosts(transaction, newFiles, { ...authors, formerTeacher });
    await fillDemoLeave(transaction);
    await fillDemoNotifications(transaction);
    await fillDemoLessons(transaction, newFiles);
    return true;
  });
}

export function hasDemoAccounts(db: Db): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`select exists (select from users where is_demo and deleted_at is null)`,
  );
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
    await this.#addFamilies(first, teacher2);
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
    let author = { id: 0, classId: 0, students: [] as number[] };
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
          author = { id: id as number, classId, students };
          children.push(students[0] as number);
        } else {
          const [id, ...students] = await this.#addUsers([
            this.#makeUser('Teacher', members),
            ...this.#makeStudents(members, studentsInOtherClasses),
          ]);
          if (grade === secondChildGrade && letter === 'B') {
            colleague = { id: id as number, classId, students };
            children.push(students[0] as number);
          }
        }
      }
    }
    const [parentId] = await this.#addUsers([
      { ...parent, school_id: schoolId, email: 'long@example.vn', phone: '0987 654 321' },
    ]);
    await this.#addChildren(parentId as number, children);
    return { teacher: { ...author, ...inSchool }, colleague: { ...colleague, ...inSchool } };
  }

  async #writeSecondSchool() {
    const { mod, teacher, student } = secondSchoolAccounts;
    const schoolId = await this.#addSchool('TH Lê Văn Tám');
    const [modId] = await this.#addUsers([{ ...mod, school_id: schoolId }]);
    let author = { id: 0, classId: 0, students: [] as number[] };
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
      if (isFirst) author = { id: id as number, classId: members.class_id, students };
    }
    return { ...author, schoolId, modId: modId as number };
  }

  /** Besides the demo parent: parents of the first school, and one with a child in each school. */
  async #addFamilies(
    { teacher, colleague }: Record<'teacher' | 'colleague', { students: number[] }>,
    second: { schoolId: number; students: number[] },
  ): Promise<void> {
    const [childInFirstSchool, ...studentIds] = teacher.students.slice(1, 14);
    const siblingIds = colleague.students.slice(1);
    await fillDemoFamilies(this.#db, { studentIds, siblingIds });
    const [parentId] = await this.#addUsers([
      { ...secondSchoolAccounts.parent, school_id: second.schoolId, phone: '0976 543 210' },
    ]);
    const children = [childInFirstSchool as number, second.students[0] as number];
    await this.#addChildren(parentId as number, children);
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

  #addSchool(name: string): Promise<number> {
    return this.#db.value(id, sql`insert into schools (school_name) values (${name}) returning id`);
  }

  #addClass(schoolId: number, grade: number, letter: string): Promise<number> {
    return this.#db.value(
      id,
      sql`
        insert into classes (school_id, year, grade_id, name)
        select ${schoolId}, max(year), ${grade}, ${`${grade}${letter}`} from school_years
        where school_id = ${schoolId}
        returning id`,
    );
  }

  async #addUsers(users: DemoUser[]): Promise<number[]> {
    const rows = users.map(({ class_id: _class, ...user }) => ({
      ...user,
      password_hash: this.#passwordHash,
      is_demo: true,
    }));
    const ids = await this.#db.values(id, sql`${insertRows('users', rows)} returning id`);
    const memberships = users.flatMap(({ role, school_id, class_id }, index) => {
      const kind = role === 'Student' ? 'student' : 'homeroom';
      const started_at = getDemoJoinTime();
      return class_id ? { school_id, class_id, user_id: ids[index], kind, started_at } : [];
    });
    if (memberships.length > 0) await this.#db.run(insertRows('memberships', memberships));
    return ids;
  }

  async #addChildren(parentId: number, childIds: number[]): Promise<void> {
    await this.#db.run(sql`
      insert into parents_children (parent_id, student_id)
      select ${parentId}::bigint, unnest(${childIds}::bigint[])`);
  }
}
