import { studentTables } from '@lop-xanh/contract/account-tables';
import { type Account, type AccountEdit, accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import type { Endpoint, InputOf } from '@lop-xanh/contract/endpoint';
import { history, type StudentReport, type StudentTransfer } from '@lop-xanh/contract/history';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { placeStudents } from '@lop-xanh/contract/rules/rollover';
import { type RolloverDraft, years } from '@lop-xanh/contract/years';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openSession } from '../features/auth/sessions.service.ts';
import { thisSchoolYear, today } from './attendance.ts';
import { addChild, addClass, addSchool, addUser, type TestUser } from './fixtures.ts';
import { createRandom, pick } from './random.ts';
import { sendTable } from './send-table.ts';
import { request } from './test-app.ts';

interface ModelUser {
  id: number;
  username: string;
  role: 'Student' | 'Teacher';
  school: ModelSchool;
  hasLeft: boolean;
  isDeleted: boolean;
}

interface ModelClass {
  id: number;
  school: ModelSchool;
  year: number;
  grade: number;
  name: string;
  isDeleted: boolean;
  weeks: number;
}

interface ModelSchool {
  id: number;
  mod: TestUser;
  year: number;
  /** The rollovers that led to the current year, and whether it is too late to undo them. */
  starts: { at: number; leavers: ModelUser[]; isFinal: boolean }[];
}

interface Membership {
  user: ModelUser;
  class: ModelClass;
  kind: 'student' | 'homeroom' | 'substitute';
  from: number;
  until: number | null;
}

/** A side of a transfer: a class, with its name at that time. */
interface Side {
  class: ModelClass;
  name: string;
}

interface Transfer {
  at: number;
  from: Side | null;
  to: Side | null;
}

const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
const inAWeek = new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10);

/**
 * Two schools over four years: random actions through the API, repeated in a plain model that knows
 * nothing of the database. Its clock counts the actions.
 */
export class SchoolLife {
  readonly #database;
  readonly #app;
  readonly #random;
  readonly #seed;
  readonly #schools: ModelSchool[] = [];
  readonly #users: ModelUser[] = [];
  readonly #classes: ModelClass[] = [];
  readonly #posts: { id: number; class: ModelClass | null; at: number }[] = [];
  readonly #transfers = new Map<ModelUser, Transfer[]>();
  readonly #records = new Map<ModelUser, StudentReport['weeks'][number][]>();
  readonly #parents: { user: TestUser; children: ModelUser[] }[] = [];
  readonly done = new Map<string, number>();
  #memberships: Membership[] = [];
  #admin: TestUser | undefined;
  #now = 0;

  constructor(database: Database, app: FastifyInstance, seed: number) {
    this.#database = database;
    this.#app = app;
    this.#seed = seed;
    this.#random = createRandom(seed);
  }

  async live(actionCount: number): Promise<void> {
    await this.#begin();
    const actions = Object.entries(this.#actions);
    for (let number = 0; number < actionCount; number++) {
      this.#now++;
      const [name, act] = pick(this.#random, actions);
      if (await act()) this.done.set(name, (this.done.get(name) ?? 0) + 1);
      await this.#checkPresent(`${name} (action ${number} of seed ${this.#seed})`);
      if (number % 20 === 19) await this.#checkPast();
    }
    await this.#checkPast();
    await this.#checkReading();
  }

  async #begin(): Promise<void> {
    const { db } = this.#database;
    this.#admin = await addUser(this.#database, { role: 'Admin' });
    for (const name of ['TH Kim Đồng', 'TH Lê Văn Tám']) {
      const id = await addSchool(db, name);
      // Three rollovers lead to this year, so that every sheet has a date in the past.
      const year = thisSchoolYear - 3;
      await db.run(sql`update school_years set year = ${year} where school_id = ${id}`);
      const mod = await addUser(this.#database, { role: 'Mod', school_id: id });
      const school: ModelSchool = { id, mod, year, starts: [] };
      this.#schools.push(school);
      for (const grade of [1, 2, 5]) {
        const name = `${grade}A`;
        const classId = await addClass(db, id, name, grade);
        const schoolClass = { id: classId, school, year, grade, name, isDeleted: false, weeks: 0 };
        this.#classes.push(schoolClass);
        for (const role of ['Teacher', 'Student', 'Student'] as const) {
          const user = await addUser(this.#database, { role, school_id: id, class_id: classId });
          this.#join(this.#know(user, role, school), schoolClass);
        }
      }
      const parent = await addUser(this.#database, { role: 'Parent', school_id: id });
      const children = this.#listUsers('Student', school).slice(0, 2);
      for (const child of children) {
        await addChild(db, { parent, child: { ...child, token: '' } });
      }
      this.#parents.push({ user: parent, children });
    }
  }

  /** Each returns whether it was possible and has happened. */
  readonly #actions: Record<string, () => Promise<boolean>> = {
    'move a student': () => this.#move(this.#pickUser('Student')),
    'move two students at once': () => this.#moveTwo(),
    'assign a teacher': () => this.#assignTeacher(),
    'let two teachers compete for a class': () => this.#competeForClass(),
    'import a student': () => this.#importStudent(),
    'record a departure': () => this.#leave(),
    'record a return': () => this.#return(),
    'change school': () => this.#changeSchool(),
    'rename a class': () => this.#renameClass(),
    'rename a student': () => this.#renameStudent(),
    'delete a class': () => this.#deleteClass(),
    'delete an account': () => this.#deleteAccount(),
    'substitute a teacher': () => this.#substitute(),
    'write a post': () => this.#post(),
    'write another post': () => this.#post(),
    'take attendance': () => this.#takeAttendance(),
    'take attendance again': () => this.#takeAttendance(),
    'roll over': () => this.#rollOver(),
    'undo a rollover': () => this.#undo(),
  };

  async #move(user = this.#pickUser('Student')): Promise<boolean> {
    if (!user || user.hasLeft) return false;
    const target = pick(this.#random, [...this.#listClasses(user.school), null]);
    const { status } = await this.#edit(user, { class_id: target?.id ?? null });
    expect(status).toBe(200);
    this.#join(user, target);
    return true;
  }

  /** Of the same student or of two: the order of the database is that of the history. */
  async #moveTwo(): Promise<boolean> {
    const first = this.#pickUser('Student');
    const second = this.#random() < 0.5 ? first : this.#pickUser('Student');
    if (!first || !second || first.hasLeft || second.hasLeft) return false;
    const [a, b] = [first, second].map((user) => ({
      user,
      target: pick(this.#random, [...this.#listClasses(user.school), null]),
    })) as [MoveTo, MoveTo];
    const responses = await Promise.all(
      [a, b].map(({ user, target }) => this.#edit(user, { class_id: target?.id ?? null })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const isReversed =
      first === second && (await this.#readClassId(first)) === (a.target?.id ?? null);
    for (const { user, target } of isReversed ? [b, a] : [a, b]) {
      this.#join(user, target);
      this.#now++;
    }
    return true;
  }

  async #assignTeacher(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass) return false;
    const teacher = pick(this.#random, [...this.#listUsers('Teacher', schoolClass.school), null]);
    const { version } = await this.#readClass(schoolClass);
    const body = { teacher_id: teacher?.id ?? null, version };
    const { status } = await this.#asAdmin(classes.edit, { params: { id: schoolClass.id }, body });
    expect(status).toBe(200);
    this.#setTeacher(schoolClass, teacher);
    return true;
  }

  async #competeForClass(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass || this.#findTeacher(schoolClass)) return false;
    const rivals = this.#listUsers('Teacher', schoolClass.school).slice(0, 2);
    if (rivals.length < 2) return false;
    const responses = await Promise.all(
      rivals.map((rival) => this.#edit(rival, { class_id: schoolClass.id })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = rivals[responses.findIndex(({ status }) => status === 200)] as ModelUser;
    this.#setTeacher(schoolClass, winner);
    return true;
  }

  async #importStudent(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass) return false;
    const { school } = schoolClass;
    const isNameUnique =
      this.#listClasses(school).filter(({ name }) => name === schoolClass.name).length === 1;
    if (!isNameUnique) return false;
    const username = `bo.${this.#seed}.${this.#now}`;
    const content = `Tên đăng nhập,Tên,Lớp,Email\n${username},Bo,${schoolClass.name},a@b.vn\n`;
    const { status, body } = await sendTable(this.#app, studentTables.importTable, {
      token: school.mod.token,
      content,
    });
    expect(status).toBe(200);
    const id = body.accounts[0].id as number;
    const { db } = this.#database;
    await db.run(sql`update users set must_change_password = false where id = ${id}`);
    this.#join(this.#know({ id, username }, 'Student', school), schoolClass);
    return true;
  }

  async #leave(): Promise<boolean> {
    const user = this.#pickUser('Student');
    if (!user || user.hasLeft) return false;
    const isEarlier = this.#random() < 0.3;
    const left_on = isEarlier ? yesterday : today;
    const { status } = await this.#asMod(user.school, accounts.leave, {
      params: { id: user.id },
      body: { left_on, reason: 'moved', destination: 'Huế' },
    });
    expect(status).toBe(200);
    const current = this.#findMembership(user);
    this.#join(user, null);
    if (current && isEarlier) {
      // Everybody joined today, so whoever left yesterday left at the moment they joined.
      current.until = current.from;
      const [joined, left] = (this.#transfers.get(user) ?? []).slice(-2) as [Transfer, Transfer];
      Object.assign(left, { at: joined.at, from: joined.to });
    }
    user.hasLeft = true;
    return true;
  }

  async #return(): Promise<boolean> {
    const gone = this.#users.filter(({ hasLeft, isDeleted }) => hasLeft && !isDeleted);
    if (gone.length === 0) return false;
    const user = pick(this.#random, gone);
    const target = pick(this.#random, [...this.#listClasses(user.school), null]);
    const { status } = await this.#asMod(user.school, accounts.return, {
      params: { id: user.id },
      body: { class_id: target?.id ?? null },
    });
    expect(status).toBe(200);
    user.hasLeft = false;
    this.#join(user, target);
    return true;
  }

  async #changeSchool(): Promise<boolean> {
    const user = this.#pickUser('Student');
    if (!user) return false;
    const school = this.#schools.find((other) => other !== user.school) as ModelSchool;
    const target = pick(this.#random, [...this.#listClasses(school), null]);
    const body = {
      school_id: school.id,
      class_id: target?.id ?? null,
      ...(user.hasLeft && { status: 'active' as const }),
    };
    const { status } = await this.#edit(user, body);
    expect(status).toBe(200);
    this.#join(user, null);
    this.#now++;
    user.school = school;
    user.hasLeft = false;
    this.#join(user, target);
    return true;
  }

  async #renameClass(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass) return false;
    const name = `${schoolClass.grade}${pick(this.#random, ['A', 'B', 'C'])}${this.#now}`;
    const { status } = await this.#asAdmin(classes.edit, {
      params: { id: schoolClass.id },
      body: { name },
    });
    expect(status).toBe(200);
    schoolClass.name = name;
    return true;
  }

  async #renameStudent(): Promise<boolean> {
    const user = this.#pickUser('Student');
    if (!user) return false;
    expect((await this.#edit(user, { first_name: `Tên ${this.#now}` })).status).toBe(200);
    return true;
  }

  async #deleteClass(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass || this.#listClasses(schoolClass.school).length < 3) return false;
    const { status } = await this.#asAdmin(classes.delete, { params: { id: schoolClass.id } });
    expect(status).toBe(200);
    for (const { user } of this.#listMembers(schoolClass)) this.#join(user, null);
    schoolClass.isDeleted = true;
    return true;
  }

  async #deleteAccount(): Promise<boolean> {
    const user = this.#pickUser(this.#random() < 0.5 ? 'Student' : 'Teacher');
    if (!user || this.#listUsers(user.role, user.school).length < 4) return false;
    expect((await this.#asAdmin(accounts.delete, { params: { id: user.id } })).status).toBe(200);
    this.#join(user, null);
    for (const membership of this.#memberships) {
      if (membership.user === user && membership.until === null) membership.until = this.#now;
    }
    user.isDeleted = true;
    for (const parent of this.#parents) {
      parent.children = parent.children.filter((child) => child !== user);
    }
    return true;
  }

  async #substitute(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass) return false;
    const running = this.#memberships.find(
      (membership) =>
        membership.class === schoolClass &&
        membership.kind === 'substitute' &&
        membership.until === null,
    );
    if (running) {
      const { substitute } = await this.#readClass(schoolClass);
      const { status } = await this.#asMod(schoolClass.school, classes.endSubstitute, {
        params: { id: schoolClass.id, substitute_id: substitute?.id as number },
      });
      expect(status).toBe(200);
      running.until = this.#now;
      return true;
    }
    const homeroom = this.#findTeacher(schoolClass);
    const teachers = this.#listUsers('Teacher', schoolClass.school);
    const teacher = teachers.find((candidate) => candidate !== homeroom);
    if (!teacher) return false;
    const { status } = await this.#asMod(schoolClass.school, classes.addSubstitute, {
      params: { id: schoolClass.id },
      body: { teacher_id: teacher.id, from: today, until: inAWeek },
    });
    expect(status).toBe(201);
    this.#memberships.push({
      user: teacher,
      class: schoolClass,
      kind: 'substitute',
      from: this.#now,
      until: null,
    });
    return true;
  }

  async #post(): Promise<boolean> {
    const teacher = this.#pickUser('Teacher');
    if (!teacher) return false;
    const taught = this.#listTaught(teacher);
    const schoolClass = taught.length > 0 ? pick(this.#random, taught) : null;
    const token = await this.#logIn(teacher);
    const body = {
      title: 'Tin',
      content: 'Nội dung',
      ...(schoolClass && { class_id: schoolClass.id }),
    };
    const created = await request(this.#app, posts.create, { token, body });
    expect(created.status).toBe(201);
    const { id, class_id } = created.body as Post;
    expect(class_id).toBe(schoolClass?.id ?? null);
    const decided = await this.#asMod(teacher.school, posts.approve, { params: { id }, body: {} });
    expect(decided.status).toBe(200);
    this.#posts.push({ id, class: schoolClass, at: this.#now });
    if (schoolClass) this.#finalizeStart(teacher.school);
    return true;
  }

  async #takeAttendance(): Promise<boolean> {
    const schoolClass = this.#pickClass();
    if (!schoolClass || schoolClass.weeks === 35) return false;
    const students = this.#listMembers(schoolClass).filter(({ kind }) => kind === 'student');
    const teacher = this.#users.find(
      (user) => !user.isDeleted && this.#listTaught(user).includes(schoolClass),
    );
    if (!teacher || students.length === 0) return false;
    const week = ++schoolClass.weeks;
    const date = `${schoolClass.year}-09-07`;
    const marks = students.map(({ user }) => {
      const status = this.#random() < 0.2 ? ('absent' as const) : ('present' as const);
      const record = { week, date, class_id: schoolClass.id, class_name: schoolClass.name };
      const records = this.#records.get(user) ?? [];
      this.#records.set(user, [...records, { ...record, status, note: '' }]);
      return { id: user.id, status };
    });
    const { status } = await request(this.#app, attendance.save, {
      token: await this.#logIn(teacher),
      params: { id: schoolClass.id },
      body: { week, date, students: marks },
    });
    expect(status).toBe(201);
    this.#finalizeStart(schoolClass.school);
    return true;
  }

  /** One student is retained and one leaves; a class may have no teacher. Two Mods start at once. */
  async #rollOver(): Promise<boolean> {
    const school = pick(this.#random, this.#schools);
    if (school.year === thisSchoolYear) return false;
    const { body: draft } = (await this.#asMod(school, years.draft, {})) as { body: RolloverDraft };
    const { plan } = draft;
    const first = plan.classes[0]?.key ?? 'leaves';
    const decided = new Map(plan.students.map(({ student_id, to }) => [student_id, to]));
    for (const { id } of draft.school.students.slice(0, 1)) decided.set(id, first);
    for (const [id, to] of placeStudents(draft.school, plan))
      if (to === null) decided.set(id, first);
    plan.students = [...decided].map(([student_id, to]) => ({ student_id, to }));
    plan.classes = plan.classes.map((newClass) => ({
      ...newClass,
      isWithoutTeacher: newClass.teacher_id === null,
      // Unique, so that the model finds the new class by its name.
      name: `${newClass.name}-${this.#now}`,
    }));
    const saved = await this.#asMod(school, years.saveDraft, {
      body: { version: draft.version, plan },
    });
    expect(saved.status).toBe(200);
    const { version } = saved.body as RolloverDraft;
    const responses = await Promise.all(
      [1, 2].map(() => this.#asMod(school, years.start, { body: { version } })),
    );
    const outcomes = responses.map(({ status }) => status).toSorted();
    expect(outcomes, JSON.stringify(responses.map(({ body }) => body))).toEqual([201, 409]);
    this.#applyStart(school, draft, await this.#readNewClasses(school, plan));
    return true;
  }

  #applyStart(
    school: ModelSchool,
    { plan, school: { students } }: RolloverDraft,
    newClasses: Map<string, ModelClass>,
  ): void {
    const expectedIds = this.#listUsers('Student', school)
      .filter(({ hasLeft }) => !hasLeft)
      .map(({ id }) => id);
    expect(new Set(students.map(({ id }) => id))).toEqual(new Set(expectedIds));
    const placed = placeStudents({ students } as RolloverDraft['school'], plan);
    const leavers: ModelUser[] = [];
    const at = this.#now;
    school.year++;
    school.starts.push({ at, leavers, isFinal: false });
    for (const teacher of this.#listUsers('Teacher', school)) {
      const key = plan.classes.find(({ teacher_id }) => teacher_id === teacher.id)?.key;
      this.#join(teacher, newClasses.get(key ?? '') ?? null);
    }
    for (const student of this.#listUsers('Student', school)) {
      if (student.hasLeft) continue;
      const target = newClasses.get(placed.get(student.id) ?? '') ?? null;
      this.#join(student, target);
      if (!target) {
        student.hasLeft = true;
        leavers.push(student);
      }
    }
  }

  async #readNewClasses(school: ModelSchool, plan: RolloverDraft['plan']) {
    const { body } = await this.#asMod(school, classes.list, {});
    const byName = new Map((body.classes as SchoolClass[]).map((found) => [found.name, found]));
    return new Map(
      plan.classes.map(({ key, name, grade_id }) => {
        const { id } = byName.get(name) as SchoolClass;
        const year = school.year + 1;
        const created = { id, school, year, grade: grade_id, name, isDeleted: false, weeks: 0 };
        this.#classes.push(created);
        return [key, created];
      }),
    );
  }

  async #undo(): Promise<boolean> {
    const school = pick(this.#random, this.#schools);
    const start = school.starts.at(-1);
    const isPossible = start !== undefined && !start.isFinal;
    const { status } = await this.#asMod(school, years.undo, { body: {} });
    expect(status).toBe(isPossible ? 200 : 409);
    if (!isPossible) return false;
    const { at, leavers } = start;
    const isNew = (schoolClass: ModelClass) =>
      schoolClass.school === school && schoolClass.year === school.year;
    this.#memberships = this.#memberships.filter((membership) => !isNew(membership.class));
    for (const student of leavers) {
      if (!student.isDeleted && student.school === school) student.hasLeft = false;
    }
    const returning = new Set<ModelUser>();
    for (const membership of this.#memberships) {
      const { user, until } = membership;
      const isStillHere = !user.isDeleted && !user.hasLeft && user.school === school;
      if (until === at && membership.class.school === school && isStillHere) {
        membership.until = null;
        returning.add(user);
      }
    }
    // Whoever does not return left their class when the year started.
    const withoutNew = (side: Side | null) => (side && isNew(side.class) ? null : side);
    for (const [user, transfers] of this.#transfers) {
      const remaining = transfers
        .map(({ from, to, ...rest }) => ({ ...rest, from: withoutNew(from), to: withoutNew(to) }))
        .filter(({ from, to }) => from || to)
        .filter((transfer) => transfer.at !== at || !returning.has(user));
      this.#transfers.set(user, remaining);
    }
    for (const schoolClass of this.#classes) if (isNew(schoolClass)) schoolClass.isDeleted = true;
    school.year--;
    school.starts.pop();
    return true;
  }

  #finalizeStart({ starts }: ModelSchool): void {
    const start = starts.at(-1);
    if (start) start.isFinal = true;
  }

  /** Everybody is in the class, and as active, as the model says. */
  async #checkPresent(context: string): Promise<void> {
    for (const school of this.#schools) {
      const { body } = await this.#asAdmin(accounts.list, { query: { school_id: school.id } });
      const found = (body.users as Account[])
        .filter(({ role }) => role === 'Student' || role === 'Teacher')
        .map(({ id, class_id, status, departure }) => [id, class_id, status, departure !== null]);
      const expected = this.#users
        .filter((user) => user.school === school && !user.isDeleted)
        .map((user) => [
          user.id,
          this.#findMembership(user)?.class.id ?? null,
          user.hasLeft ? 'inactive' : 'active',
          user.hasLeft,
        ]);
      const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
      expect(found.toSorted(byId), context).toEqual(expected.toSorted(byId));
    }
  }

  /** What was recorded is still there as it was: transfers, and attendance with the names of then. */
  async #checkPast(): Promise<void> {
    for (const user of this.#users.filter(({ role }) => role === 'Student')) {
      const { body } = await this.#asAdmin(history.forStudent, { params: { id: user.id } });
      const found = (body.history as StudentTransfer[]).map(
        ({ from_class_name, to_class_name }) => [from_class_name, to_class_name],
      );
      const expected = (this.#transfers.get(user) ?? []).map(({ from, to }) => [
        from?.name ?? null,
        to?.name ?? null,
      ]);
      expect(found.toReversed(), `the history of ${user.username}, seed ${this.#seed}`).toEqual(
        expected,
      );
      const years = new Set((this.#records.get(user) ?? []).map(({ date }) => date.slice(0, 4)));
      for (const year of years) {
        const report = await this.#asAdmin(history.report, {
          params: { id: user.id },
          query: { school_year: Number(year) },
        });
        const records = this.#records.get(user)?.filter(({ date }) => date.startsWith(year)) ?? [];
        const sort = (weeks: StudentReport['weeks']) =>
          weeks
            .map(({ week, class_id, class_name, status }) => [week, class_id, class_name, status])
            .toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
        expect(sort((report.body as StudentReport).weeks)).toEqual(sort(records));
      }
    }
  }

  /** Every student and parent reads exactly the posts of their classes, until they left them. */
  async #checkReading(): Promise<void> {
    const readers = this.#users
      .filter(({ role, isDeleted, hasLeft }) => role === 'Student' && !isDeleted && !hasLeft)
      .map((user) => ({ user, children: [user] }));
    for (const { user, children } of [...readers, ...this.#parents]) {
      const token = 'token' in user ? user.token : await this.#logIn(user);
      const readable = this.#posts.filter((post) =>
        children.some((child) => this.#canRead(child, post)),
      );
      const readIds: number[] = [];
      for (const { id } of this.#posts) {
        const { status } = await request(this.#app, posts.read, { token, params: { id } });
        if (status === 200) readIds.push(id);
      }
      expect(readIds, `${user.username}, seed ${this.#seed}`).toEqual(readable.map(({ id }) => id));
      const feed = await request(this.#app, posts.list, { token, query: { limit: 100 } });
      const current = readable.filter((post) =>
        children.some((child) => this.#findMembership(child)?.class === post.class),
      );
      expect(feed.body.posts.map(({ id }: Post) => id)).toEqual(
        current.map(({ id }) => id).toReversed(),
      );
    }
  }

  #canRead(student: ModelUser, post: { class: ModelClass | null; at: number }): boolean {
    return this.#memberships.some(
      ({ user, class: schoolClass, kind, until }) =>
        user === student &&
        kind === 'student' &&
        schoolClass === post.class &&
        (until === null || post.at < until),
    );
  }

  #know(user: { id: number; username: string }, role: ModelUser['role'], school: ModelSchool) {
    const { id, username } = user;
    const known: ModelUser = { id, username, role, school, hasLeft: false, isDeleted: false };
    this.#users.push(known);
    return known;
  }

  /** Ends the current membership and starts the next one, as one transfer. */
  #join(user: ModelUser, next: ModelClass | null): void {
    const current = this.#findMembership(user);
    if ((current?.class ?? null) === next) return;
    if (current) current.until = this.#now;
    if (next) {
      const kind = user.role === 'Student' ? 'student' : 'homeroom';
      this.#memberships.push({ user, class: next, kind, from: this.#now, until: null });
    }
    const transfer = { at: this.#now, from: toSide(current?.class), to: toSide(next) };
    this.#transfers.set(user, [...(this.#transfers.get(user) ?? []), transfer]);
  }

  #setTeacher(schoolClass: ModelClass, teacher: ModelUser | null): void {
    const former = this.#findTeacher(schoolClass);
    if (former && former !== teacher) this.#join(former, null);
    if (!teacher) return;
    this.#join(teacher, schoolClass);
    // Nobody stands in for themselves.
    for (const membership of this.#memberships) {
      const { user, kind, until } = membership;
      if (user === teacher && kind === 'substitute' && until === null) {
        if (membership.class === schoolClass) membership.until = this.#now;
      }
    }
  }

  #findMembership(user: ModelUser): Membership | undefined {
    return this.#memberships.find(
      (membership) =>
        membership.user === user && membership.until === null && membership.kind !== 'substitute',
    );
  }

  #findTeacher(schoolClass: ModelClass): ModelUser | undefined {
    return this.#listMembers(schoolClass).find(({ kind }) => kind === 'homeroom')?.user;
  }

  #listMembers(schoolClass: ModelClass): Membership[] {
    return this.#memberships.filter(
      (membership) =>
        membership.class === schoolClass &&
        membership.until === null &&
        membership.kind !== 'substitute',
    );
  }

  /** The classes that a teacher teaches now, as a substitute too. */
  #listTaught(user: ModelUser): ModelClass[] {
    const taught = this.#memberships
      .filter(({ kind, until }) => kind !== 'student' && until === null)
      .filter((membership) => membership.user === user)
      .map((membership) => membership.class)
      .filter(({ year, school, isDeleted }) => year === school.year && !isDeleted);
    return [...new Set(taught)];
  }

  #listClasses(school: ModelSchool): ModelClass[] {
    return this.#classes.filter(
      (schoolClass) =>
        schoolClass.school === school && schoolClass.year === school.year && !schoolClass.isDeleted,
    );
  }

  #listUsers(role: ModelUser['role'], school: ModelSchool): ModelUser[] {
    return this.#users.filter(
      (user) => user.role === role && user.school === school && !user.isDeleted,
    );
  }

  #pickUser(role: ModelUser['role']): ModelUser | undefined {
    return pick(this.#random, this.#listUsers(role, pick(this.#random, this.#schools)));
  }

  #pickClass(): ModelClass | undefined {
    return pick(this.#random, this.#listClasses(pick(this.#random, this.#schools)));
  }

  #logIn({ id }: ModelUser): Promise<string> {
    return openSession(this.#database.db, id);
  }

  async #readClassId(user: ModelUser): Promise<number | null> {
    const { body } = await this.#edit(user, {});
    return (body as Account).class_id;
  }

  async #readClass({ id, school }: ModelClass): Promise<SchoolClass> {
    const { body } = await this.#asMod(school, classes.list, {});
    return (body.classes as SchoolClass[]).find((found) => found.id === id) as SchoolClass;
  }

  #edit({ id }: ModelUser, body: AccountEdit) {
    return this.#asAdmin(accounts.edit, { params: { id }, body });
  }

  #asAdmin<const E extends Endpoint>(endpoint: E, input: InputOf<E>) {
    const { token } = this.#admin as TestUser;
    return request(this.#app, endpoint, { ...input, token });
  }

  #asMod<const E extends Endpoint>({ mod }: ModelSchool, endpoint: E, input: InputOf<E>) {
    return request(this.#app, endpoint, { ...input, token: mod.token });
  }
}

interface MoveTo {
  user: ModelUser;
  target: ModelClass | null;
}

function toSide(schoolClass: ModelClass | null | undefined): Side | null {
  return schoolClass ? { class: schoolClass, name: schoolClass.name } : null;
}
