import assert from 'node:assert/strict';
import { studentTables } from '@lop-xanh/contract/account-tables';
import { type Account, accounts } from '@lop-xanh/contract/accounts';
import { type AttendanceWeek, attendance, type Correction } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { today } from './attendance.ts';
import { requirePossible, type SchoolLifeClient } from './school-life-client.ts';
import { startAndUndo, startYear, undoStart } from './school-life-years.ts';
import type { ModelUser } from './school-memberships.ts';
import { sendTable } from './send-table.ts';

/** Throws `ImpossibleAction` before it has changed anything if it is not possible. */
export type LifeAction = (life: SchoolLifeClient) => Promise<void>;

/** Random actions through the API, each repeated in the model. */
export const lifeActions: Record<string, LifeAction> = {
  'move a student': moveStudent,
  'move two students at once': (life) => moveAtOnce(life, life.pickStudent(), life.pickStudent()),
  'move a student twice at once': moveTwice,
  'assign a teacher': assignTeacher,
  'let two teachers compete for a class': competeForClass,
  'add a substitute': addSubstitute,
  'end a substitution': endSubstitution,
  'import a student': importStudent,
  'record a departure': (life) => recordDeparture(life, { isBackdated: false }),
  'record a departure of yesterday': (life) => recordDeparture(life, { isBackdated: true }),
  'record a return': recordReturn,
  'change school': changeSchool,
  'rename a class': renameClass,
  'rename a student': renameStudent,
  'delete a class': deleteClass,
  'delete an account': deleteAccount,
  'write a post': writePost,
  'take attendance': takeAttendance,
  'correct attendance': correctAttendance,
  'start a year': (life) => startYear(life, life.pickSchool()),
  'undo a start': (life) => undoStart(life, life.pickSchool()),
  'start a year and undo it': startAndUndo,
};

const yesterday = addDays(-1);
const inAWeek = addDays(7);

function addDays(days: number): string {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

const toId = (row: { id: number } | null) => row?.id ?? null;

async function moveStudent(life: SchoolLifeClient): Promise<void> {
  const student = life.pickStudent();
  const target = life.pickTarget(student.school);
  await life.editUser(student, { class_id: toId(target) });
  life.model.moveUser(student, target);
}

function moveTwice(life: SchoolLifeClient): Promise<void> {
  const student = life.pickStudent();
  return moveAtOnce(life, student, student);
}

/** Either move of the same student may come first. */
async function moveAtOnce(
  life: SchoolLifeClient,
  ...students: [ModelUser, ModelUser]
): Promise<void> {
  const moves = students.map((student) => ({ student, target: life.pickTarget(student.school) }));
  await Promise.all(
    moves.map(({ student, target }) => life.editUser(student, { class_id: toId(target) })),
  );
  const [{ student, target }] = moves as [(typeof moves)[number]];
  const { class_id } = (await life.editUser(student, {})) as Account;
  const isLast = class_id === toId(target);
  for (const move of isLast ? moves.toReversed() : moves) {
    life.model.moveUser(move.student, move.target);
  }
}

async function assignTeacher(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass();
  const { id, school } = schoolClass;
  const teacher = life.pickFrom([...life.model.listUsers('Teacher', school), null]);
  const { version } = await life.readClass(schoolClass);
  await life.asAdmin(classes.edit, {
    params: { id },
    body: { teacher_id: toId(teacher), version },
  });
  life.model.setTeacher(schoolClass, teacher);
}

async function competeForClass(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass((found) => !life.model.findMember(found, 'homeroom'));
  const [first, second] = life.model.listUsers('Teacher', schoolClass.school);
  requirePossible(first !== undefined && second !== undefined);
  const body = { class_id: schoolClass.id };
  const { params } = await life.compete(life.admin, accounts.edit, [
    { params: { id: first.id }, body },
    { params: { id: second.id }, body },
  ]);
  life.model.setTeacher(schoolClass, params.id === first.id ? first : second);
}

async function addSubstitute(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass((found) => !life.model.findMember(found, 'substitute'));
  const { id, school } = schoolClass;
  const homeroom = life.model.findMember(schoolClass, 'homeroom');
  const others = life.model.listUsers('Teacher', school).filter((user) => user !== homeroom);
  const teacher = life.pickFrom(others);
  await life.asMod(school, classes.addSubstitute, {
    params: { id },
    body: { teacher_id: teacher.id, from: today, until: inAWeek },
  });
  life.model.addSubstitute(schoolClass, teacher);
}

async function endSubstitution(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass((found) => !!life.model.findMember(found, 'substitute'));
  const { id, school } = schoolClass;
  const { substitute } = await life.readClass(schoolClass);
  const params = { id, substitute_id: substitute?.id as number };
  await life.asMod(school, classes.endSubstitute, { params });
  life.model.endSubstitution(schoolClass);
}

async function importStudent(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass();
  const { name, school } = schoolClass;
  const username = `bo.${school.id}.${life.actionNumber}`;
  const { status, body } = await sendTable(life.app, studentTables.importTable, {
    token: school.mod.token,
    content: `Tên đăng nhập,Tên,Lớp,Email\n${username},Bo,${name},a@b.vn\n`,
  });
  assert.equal(status, 200, `import of ${username}: ${JSON.stringify(body)}`);
  const id = body.accounts[0].id as number;
  const { db } = life.database;
  await db.run(sql`update users set must_change_password = false where id = ${id}`);
  life.model.addUser({ id, username, firstName: 'Bo', role: 'Student' }, schoolClass);
}

async function recordDeparture(
  life: SchoolLifeClient,
  { isBackdated }: { isBackdated: boolean },
): Promise<void> {
  const student = life.pickStudent();
  const left_on = isBackdated ? yesterday : today;
  await life.asMod(student.school, accounts.leave, {
    params: { id: student.id },
    body: { left_on, reason: 'moved', destination: 'Huế' },
  });
  life.model.recordDeparture(student, { isBackdated });
}

async function recordReturn(life: SchoolLifeClient): Promise<void> {
  const student = life.pickUser(({ hasLeft }) => hasLeft);
  const target = life.pickTarget(student.school);
  await life.asMod(student.school, accounts.return, {
    params: { id: student.id },
    body: { class_id: toId(target) },
  });
  life.model.recordReturn(student, target);
}

async function changeSchool(life: SchoolLifeClient): Promise<void> {
  const student = life.pickUser(({ role }) => role === 'Student');
  const school = life.pickFrom(life.model.schools.filter((other) => other !== student.school));
  const target = life.pickTarget(school);
  await life.editUser(student, {
    school_id: school.id,
    class_id: toId(target),
    ...(student.hasLeft && { status: 'active' }),
  });
  life.model.changeSchool(student, school, target);
}

async function renameClass(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass();
  const { id, grade } = schoolClass;
  const name = `${grade}B${life.actionNumber}`;
  await life.asAdmin(classes.edit, { params: { id }, body: { name } });
  schoolClass.name = name;
}

async function renameStudent(life: SchoolLifeClient): Promise<void> {
  const student = life.pickStudent();
  const firstName = `Tên ${life.actionNumber}`;
  await life.editUser(student, { first_name: firstName });
  student.firstName = firstName;
}

async function deleteClass(life: SchoolLifeClient): Promise<void> {
  const schoolClass = life.pickClass(({ school }) => life.model.listClasses(school).length > 2);
  await life.asAdmin(classes.delete, { params: { id: schoolClass.id } });
  life.model.deleteClass(schoolClass);
}

async function deleteAccount(life: SchoolLifeClient): Promise<void> {
  const user = life.pickUser(({ role, school }) => life.model.listUsers(role, school).length > 3);
  await life.asAdmin(accounts.delete, { params: { id: user.id } });
  life.model.deleteUser(user);
}

async function writePost(life: SchoolLifeClient): Promise<void> {
  const teacher = life.pickUser(({ role }) => role === 'Teacher');
  const taught = life.model.listTaught(teacher);
  const schoolClass = taught.length > 0 ? life.pickFrom(taught) : null;
  const content = { title: 'Tin', content: 'Nội dung' };
  const { id, class_id } = (await life.asUser(teacher, posts.create, {
    body: { ...content, ...(schoolClass && { class_id: schoolClass.id }) },
  })) as Post;
  assert.equal(class_id, toId(schoolClass), `class of the post ${id} of ${teacher.username}`);
  await life.asMod(teacher.school, posts.approve, { params: { id }, body: {} });
  life.model.addPost(id, schoolClass);
}

async function takeAttendance(life: SchoolLifeClient): Promise<void> {
  const teacher = life.pickUser((user) => life.model.listTaught(user).length > 0);
  const schoolClass = life.pickFrom(life.model.listTaught(teacher));
  const students = life.model.listMembers(schoolClass, 'student');
  requirePossible(students.length > 0);
  const marks = students.map((user) => ({
    user,
    status: life.random() < 0.2 ? ('absent' as const) : ('present' as const),
  }));
  const sheet = { week: schoolClass.sheetCount + 1, date: `${schoolClass.year}-09-07` };
  await life.asUser(teacher, attendance.save, {
    params: { id: schoolClass.id },
    body: { ...sheet, students: marks.map(({ user, status }) => ({ id: user.id, status })) },
  });
  life.model.addSheet(schoolClass, { ...sheet, marks });
}

/** Of any year, also for students who have left. */
async function correctAttendance(life: SchoolLifeClient): Promise<void> {
  const student = life.pickUser(({ role }) => role === 'Student');
  const record = life.pickFrom(life.model.listRecords(student));
  const { week, status: former, note } = record;
  const schoolClass = life.model.findClassById(record.class_id);
  requirePossible(schoolClass?.isDeleted === false);
  const status = former === 'present' ? 'absent' : 'present';
  const { records } = (await life.asMod(schoolClass.school, attendance.correct, {
    params: { id: schoolClass.id, week },
    body: {
      records: [{ student_id: student.id, status, note, was: { status: former, note } }],
      reason: 'Đánh nhầm',
    },
  })) as AttendanceWeek;
  const corrected = records.find(({ student_id }) => student_id === student.id);
  const correction = corrected?.corrections.at(-1) as Correction;
  assert.equal(correction.status, former, `former value of ${student.username} in week ${week}`);
  life.model.correctRecord(student, record, { status, correction });
}
