import {
  type ImportCheck,
  type ImportOptions,
  studentImport,
} from '@lop-xanh/contract/student-import';
import { beforeEach, describe, expect, test } from 'vitest';
import { addSchool, addUser, type TestUser } from '../../../testing/fixtures.ts';
import { sendStudentList } from '../../../testing/send-student-list.ts';
import { makeTestApp } from '../../../testing/test-app.ts';
import { makeTestDatabase } from '../../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let schoolId: number;
let mod: TestUser;
beforeEach(async () => {
  schoolId = await addSchool(db);
  mod = await addUser(database, { role: 'Mod', school_id: schoolId });
});

const check = async (lines: string[], options: ImportOptions = {}): Promise<ImportCheck> => {
  const { status, body } = await sendStudentList(app, studentImport.check.path, lines.join('\n'), {
    token: mod.token,
    options,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const countRows = async (...lines: string[]) => {
  const { sheets } = await check(lines);
  return { rows: sheets[0]?.rows, endRows: sheets[0]?.end_rows };
};

describe('the end of a list', () => {
  test('names like the words of a total are students, in rows with few cells, too', async () => {
    expect(
      await countRows(
        'STT,Họ và tên,Lớp',
        '1,Tống Gia Hân,3A',
        '2,Công Thị Lan,3A',
        '3,Lê Văn An,3A',
        'Tổng cộng: 3,,',
      ),
    ).toEqual({ rows: 3, endRows: 1 });
    expect(
      await countRows('Họ và tên đệm,Tên', 'Nguyễn Thành,Công', 'Tống Khánh,An', 'Lê Văn,Bình'),
    ).toEqual({ rows: 3, endRows: 0 });
    expect(
      await countRows('STT,Ho va ten,Lop', '1,Tong Cong Minh,3A', '2,Le An,3A', ',Tong cong: 2,'),
    ).toEqual({ rows: 2, endRows: 1 });
  });

  test.each([
    ['a running number', 'STT,Họ và tên,GT', '1,Lê An', ',Cộng trang 1: 1', '2,Lê Bình', ',GVCN'],
    ['a class', 'Họ và tên,Lớp', 'Lê An,3A', 'Cộng: 1,', 'Lê Bình,3A', 'Cộng: 2,'],
    [
      'a date of birth',
      'Họ và tên,Ngày sinh',
      'Lê An,1/2/2018',
      'Sĩ số: 1,',
      'Lê Bình,3/2/2018',
      'Người lập,',
    ],
  ])('a list goes on below a total with %s', async (_, ...lines) => {
    expect(await countRows(...lines)).toEqual({ rows: 2, endRows: 2 });
  });

  test('a signature below a total is no student', async () => {
    expect(
      await countRows(
        'STT,Họ và tên,Ngày sinh',
        '1,Lê An,1/2/2018',
        '2,Tổng cộng,',
        ',,"Hà Nội, ngày 5 tháng 9 năm 2026"',
        ',,Phan Thị Thu',
      ),
    ).toEqual({ rows: 1, endRows: 3 });
  });
});

describe('a date of birth in three columns', () => {
  const births = async (lines: string[], options: ImportOptions = {}) => {
    const found = await check([...lines, '1,Lê An,5,9,2018', '2,Lê Bình,05,12,18'], options);
    const fields = found.columns.flatMap(({ field }) => field ?? []);
    return { fields, open: found.open, created: found.counts.created };
  };
  const understood = {
    fields: ['full_name', 'birth_day', 'birth_month', 'birth_year'],
    open: 0,
    created: 2,
  };

  test.each([
    ['headings of their own', ['STT,Họ và tên,Ngày sinh,Tháng sinh,Năm sinh']],
    ['short headings', ['STT,Họ và tên,Ngày,Tháng,Năm']],
    ['a heading in two lines', ['STT,Họ và tên,Ngày tháng năm sinh,,', ',,Ngày,Tháng,Năm']],
    ['one heading over all', ['STT,Họ và tên,Ngày sinh,,']],
  ])('is read below %s', async (_, lines) => {
    expect(await births(lines)).toEqual(understood);
  });

  test('is a problem if it is none, and can be fixed as one value', async () => {
    const lines = ['STT,Họ và tên,Ngày,Tháng,Năm', '1,Lê An,31,2,2018', '2,Lê Bình,,,'];
    const { problems } = await check(lines);
    expect(problems).toMatchObject([
      { reason: 'invalid_date', field: 'birth_date', items: [{ value: '31/2/2018' }] },
    ]);
    const place = { sheet: '', row: 2, field: 'birth_date' as const };
    for (const value of ['28/2/2018', '']) {
      expect(await check(lines, { fixes: [{ ...place, value }] })).toMatchObject({ open: 0 });
    }
  });

  test('a column of boys below a date of birth is no year', async () => {
    const { columns } = await check(['STT,Họ và tên,Ngày sinh,', ',,Nam,Nữ', '1,Lê An,1/2/2018,']);
    expect(columns.map(({ field }) => field)).not.toContain('birth_year');
  });
});

test.each([
  ['the mark on another letter', 'Lê Hòa', 'Lê Hoà', 1],
  ['decomposed letters', 'Lê Thùy', 'Lê Thùy'.normalize('NFD'), 1],
  ['a mark of two vowels', 'Lê Thuý', 'LÊ THÚY', 1],
  ['another mark', 'Lê Hòa', 'Lê Hóa', 0],
  ['no mark', 'Lê Hòa', 'Lê Hoa', 0],
])('two names with %s', async (_, one, other, count) => {
  const lines = ['STT,Họ và tên,Lớp', `1,${one},3A`, `2,${other},3A`];
  expect((await check(lines)).doubles).toHaveLength(count);
});
