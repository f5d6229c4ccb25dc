import type { Correction } from '@lop-xanh/contract/attendance';
import type { StudentReport } from '@lop-xanh/contract/history';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import type { TestUser } from './fixtures.ts';
import {
  type MemberKind,
  type ModelClass,
  type ModelSchool,
  type ModelUser,
  SchoolMemberships,
} from './school-memberships.ts';

interface ModelPost {
  id: number;
  schoolClass: ModelClass | null;
  at: number;
}

type WeekRecord = StudentReport['weeks'][number];

interface ModelSheet extends Pick<WeekRecord, 'week' | 'date'> {
  marks: { user: ModelUser; status: WeekRecord['status'] }[];
}

/**
 * What happens in some schools, and what is therefore true of them. It knows nothing of the server and the
 * database. Its clock counts the changes.
 */
export class SchoolModel {
  readonly schools: ModelSchool[] = [];
  readonly users: ModelUser[] = [];
  readonly parents: { user: TestUser; children: ModelUser[] }[] = [];
  readonly posts: ModelPost[] = [];
  readonly #classes: ModelClass[] = [];
  readonly #memberships = new SchoolMemberships();
  readonly #records = new Map<ModelUser, WeekRecord[]>();
  #now = 0;

  addSchool(fields: Pick<ModelSchool, 'id' | 'mod' | 'year'>): ModelSchool {
    const school = { ...fields, starts: [] };
    this.schools.push(school);
    return school;
  }

  /** A class of the school's current year. */
  addClass(fields: Pick<ModelClass, 'id' | 'school' | 'grade' | 'name'>): ModelClass {
    const schoolClass = { ...fields, year: fields.school.year, isDeleted: false, sheetCount: 0 };
    this.#classes.push(schoolClass);
    return schoolClass;
  }

  addUser(
    fields: Pick<ModelUser, 'id' | 'username' | 'firstName' | 'role'>,
    schoolClass: ModelClass,
  ): void {
    const user = { ...fields, school: schoolClass.school, hasLeft: false, isDeleted: false };
    this.users.push(user);
    this.moveUser(user, schoolClass);
  }

  moveUser(user: ModelUser, target: ModelClass | null): void {
    this.#memberships.move(user, target, ++this.#now);
  }

  setTeacher(schoolClass: ModelClass, teacher: ModelUser | null): void {
    const former = this.findMember(schoolClass, 'homeroom');
    if (former && former !== teacher) this.moveUser(former, null);
    if (!teacher) return;
    this.moveUser(teacher, schoolClass);
    // Nobody stands in for themselves.
    if (this.findMember(schoolClass, 'substitute') === teacher) this.endSubstitution(schoolClass);
  }

  addSubstitute(schoolClass: ModelClass, teacher: ModelUser): void {
    this.#memberships.add(teacher, schoolClass, 'substitute', ++this.#now);
  }

  endSubstitution(schoolClass: ModelClass): void {
    this.#memberships.endSubstitution(schoolClass, ++this.#now);
  }

  recordDeparture(student: ModelUser, { isBackdated }: { isBackdated: boolean }): void {
    // Everybody joined today, so whoever left on an earlier day left at the moment they joined.
    if (isBackdated) this.#memberships.revoke(student, ++this.#now);
    else this.moveUser(student, null);
    student.hasLeft = true;
  }

  recordReturn(student: ModelUser, target: ModelClass | null): void {
    this.#endDeparture(student);
    this.moveUser(student, target);
  }

  changeSchool(student: ModelUser, school: ModelSchool, target: ModelClass | null): void {
    this.moveUser(student, null);
    this.#endDeparture(student);
    student.school = school;
    this.moveUser(student, target);
  }

  deleteClass(schoolClass: ModelClass): void {
    for (const kind of ['student', 'homeroom'] as const) {
      for (const user of this.listMembers(schoolClass, kind)) this.moveUser(user, null);
    }
    schoolClass.isDeleted = true;
  }

  deleteUser(user: ModelUser): void {
    this.#memberships.endAll(user, ++this.#now);
    user.isDeleted = true;
    for (const parent of this.parents) {
      parent.children = parent.children.filter((child) => child !== user);
    }
  }

  addPost(id: number, schoolClass: ModelClass | null): void {
    this.posts.push({ id, schoolClass, at: ++this.#now });
    if (schoolClass) finalizeStart(schoolClass.school);
  }

  addSheet(schoolClass: ModelClass, { week, date, marks }: ModelSheet): void {
    const { id, name, school } = schoolClass;
    for (const { user, status } of marks) {
      const record = {
        week,
        date,
        class_id: id,
        class_name: name,
        status,
        note: '',
        isExcused: false,
        corrections: [],
      };
      this.#records.set(user, [...this.listRecords(user), record]);
    }
    schoolClass.sheetCount++;
    finalizeStart(school);
  }

  correctRecord(
    student: ModelUser,
    record: WeekRecord,
    { status, correction }: Pick<WeekRecord, 'status'> & { correction: Correction },
  ): void {
    const corrected = { ...record, status, corrections: [...record.corrections, correction] };
    this.#records.set(
      student,
      this.listRecords(student).map((other) => (other === record ? corrected : other)),
    );
  }

  /** Everybody goes at one moment to the class that the plan has for them, or leaves. */
  startYear(school: ModelSchool, plan: RolloverPlan, classIdByName: Map<string, number>): void {
    const at = ++this.#now;
    const leavers = new Set<ModelUser>();
    school.year++;
    school.starts.push({ at, leavers, isFinal: false });
    const classByKey = new Map<string | null | undefined, ModelClass>();
    for (const { key, name, grade_id: grade } of plan.classes) {
      const id = classIdByName.get(name) as number;
      classByKey.set(key, this.addClass({ id, school, grade, name }));
    }
    for (const teacher of this.listUsers('Teacher', school)) {
      const taught = plan.classes.find(({ teacher_id }) => teacher_id === teacher.id);
      this.#memberships.move(teacher, classByKey.get(taught?.key) ?? null, at);
    }
    for (const student of this.listUsers('Student', school)) {
      const formerId = this.findClass(student)?.id;
      const { to } =
        plan.students.find(({ student_id }) => student_id === student.id) ??
        plan.successors.find(({ class_id }) => class_id === formerId) ??
        {};
      const target = classByKey.get(to) ?? null;
      this.#memberships.move(student, target, at);
      if (target) continue;
      student.hasLeft = true;
      leavers.add(student);
    }
  }

  canUndoStart({ starts }: ModelSchool): boolean {
    return starts.at(-1)?.isFinal === false;
  }

  undoStart(school: ModelSchool): void {
    const { at, leavers } = school.starts.pop() as ModelSchool['starts'][number];
    for (const leaver of leavers) leaver.hasLeft = false;
    const undone = this.#classes.filter((schoolClass) => isOfCurrentYear(schoolClass, school));
    for (const schoolClass of undone) schoolClass.isDeleted = true;
    school.year--;
    this.#memberships.undo(school, new Set(undone), at);
  }

  findClass(user: ModelUser): ModelClass | null {
    return this.#memberships.findClass(user);
  }

  listMembers(schoolClass: ModelClass, kind: MemberKind): ModelUser[] {
    return this.#memberships.listMembers(schoolClass, kind);
  }

  findMember(schoolClass: ModelClass, kind: 'homeroom' | 'substitute'): ModelUser | undefined {
    return this.listMembers(schoolClass, kind)[0];
  }

  /** The classes that a teacher teaches, as a substitute too. */
  listTaught(teacher: ModelUser): ModelClass[] {
    return this.listClasses(teacher.school).filter(
      (schoolClass) =>
        this.findMember(schoolClass, 'homeroom') === teacher ||
        this.findMember(schoolClass, 'substitute') === teacher,
    );
  }

  /** A class of any year. */
  findClassById(id: number): ModelClass | undefined {
    return this.#classes.find((schoolClass) => schoolClass.id === id);
  }

  /** The classes of the current year. */
  listClasses(school: ModelSchool): ModelClass[] {
    return this.#classes.filter(
      (schoolClass) => isOfCurrentYear(schoolClass, school) && !schoolClass.isDeleted,
    );
  }

  /** Without those who have left. */
  listUsers(role: ModelUser['role'], school: ModelSchool): ModelUser[] {
    return this.users.filter(
      (user) => user.role === role && user.school === school && !user.isDeleted && !user.hasLeft,
    );
  }

  listTransfers(user: ModelUser) {
    return this.#memberships.listTransfers(user);
  }

  listRecords(student: ModelUser): WeekRecord[] {
    return this.#records.get(student) ?? [];
  }

  /** Students read the posts of their classes, until they leave them. */
  canRead(student: ModelUser, { schoolClass, at }: ModelPost): boolean {
    return schoolClass !== null && this.#memberships.wasMemberAfter(student, schoolClass, at);
  }

  #endDeparture(student: ModelUser): void {
    student.hasLeft = false;
    for (const { leavers } of student.school.starts) leavers.delete(student);
  }
}

/** A year with posts or attendance can no longer be undone. */
function finalizeStart({ starts }: ModelSchool): void {
  const start = starts.at(-1);
  if (start) start.isFinal = true;
}

function isOfCurrentYear(schoolClass: ModelClass, school: ModelSchool): boolean {
  return schoolClass.school === school && schoolClass.year === school.year;
}
