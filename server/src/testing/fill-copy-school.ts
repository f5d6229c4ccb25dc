import { createECDH, randomBytes } from 'node:crypto';
import { accounts } from '@lop-xanh/contract/accounts';
import { attendance } from '@lop-xanh/contract/attendance';
import { comments } from '@lop-xanh/contract/comments';
import { consent } from '@lop-xanh/contract/consent';
import { leave } from '@lop-xanh/contract/leave';
import { posts } from '@lop-xanh/contract/posts';
import { push } from '@lop-xanh/contract/push';
import { makeSheetInput, today } from './attendance.ts';
import type { CopySchool } from './copy-school.ts';

/** Fills every kind of data about the students of the class, with words of each. */
export async function fillCopySchool(school: CopySchool) {
  const { mod, teacher, classId, ours, others, call, publishPost, comment } = school;
  for (const [{ student, parent }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(mod, accounts.editStudent, {
      params: { id: student.id },
      body: {
        email: `${word}@truong.vn`,
        phone: `0900 ${word}`,
        parent_name: `Mẹ ${word}`,
        identifier_code: `MA-${word}-${student.id}`,
        birth_date: '2018-05-06',
        sex: 'female',
      },
    });
    await call(student, push.subscribe, {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${word}`,
        keys: {
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: randomBytes(16).toString('base64url'),
        },
      },
    });
    await call(student, push.mute, { body: { mutedKinds: ['posts'] } });
    await call(parent, consent.answer, { params: { id: student.id }, body: { decision: 'given' } });
    await call(student, consent.answer, {
      params: { id: student.id },
      body: { decision: 'refused' },
    });
  }
  const students = [ours.student, others.student];
  const marks = (notes: string[]) =>
    students.map(({ id }, index) => ({
      id,
      status: 'absent' as const,
      note: notes[index],
      isExcused: true,
    }));
  await call(teacher, attendance.save, {
    params: { id: classId },
    body: { ...makeSheetInput(students), students: marks(['Sốt sen', 'Sốt canary']) as never },
  });
  for (const [{ student }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(teacher, attendance.correct, {
      params: { id: classId, week: 1 },
      body: {
        reason: `Sửa nhầm ${word}`,
        records: [
          {
            student_id: student.id,
            status: 'present',
            note: `Đến muộn ${word}`,
            was: { status: 'absent', note: `Sốt ${word}`, isExcused: true },
          },
        ],
      },
    });
  }
  const naming = await publishPost('Ngày hội', 'Bạn nguyễn thị HOA múa rất đẹp.');
  const general = await publishPost('Tin chung', 'Cả lớp đi trồng cây.');
  const namingOther = await publishPost('Khen', 'Bạn Lê Văn Canary đọc hay.');
  const withdrawn = await publishPost('Bài đã gỡ', 'Nguyễn Thị Hoa không được nêu.');
  await call(mod, posts.withdraw, { params: { id: withdrawn.id }, body: { reason: 'Gỡ đi' } });
  for (const [{ student, parent }, word] of [
    [ours, 'sen'],
    [others, 'canary'],
  ] as const) {
    await call(student, posts.like, { params: { id: general.id } });
    await call(student, posts.markSeen, { body: { ids: [general.id] } });
    await call(parent, leave.send, {
      params: { id: student.id },
      body: { first_day: today, last_day: today, reason: `Nghỉ ${word}` },
    });
    const id = await comment(student, general.id, `Lời ${word} <script>alert("${word}")</script>`);
    await comment(parent, general.id, `Phụ huynh ${word}`);
    await call(mod, comments.hide, { params: { id }, body: { reason: `Ẩn vì ${word}` } });
  }
  const reported = await comment(teacher, general.id, 'Cô nhắc cả lớp');
  await call(ours.student, comments.report, {
    params: { id: reported },
    body: { reason: 'Báo sen' },
  });
  await call(others.student, comments.report, {
    params: { id: reported },
    body: { reason: 'Báo canary' },
  });
  return { naming, general, namingOther, withdrawn };
}
