/** A cell of the fixture: a text, or a number as a spreadsheet program stores one. */
export type Cell = string | number;

export interface ListedStudent {
  name: string;
  birth: Cell;
  isGirl: boolean;
  code: string;
  className: string;
  parents: string;
  phone: Cell;
}

/** Every third list names its class only in a title. */
export const nameSheet = (index: number, className: string) =>
  index % 3 === 2 ? `Danh sách ${index + 1}` : index % 3 === 1 ? `Lớp ${className}` : className;

/** Three ways in which teachers of one school keep their lists. */
export function layOut(index: number, className: string, students: ListedStudent[]): Cell[][] {
  const title: Cell[][] = [
    ['PHÒNG GD&ĐT QUẬN 1'],
    [`DANH SÁCH HỌC SINH${index % 3 === 2 ? ` LỚP ${className}` : ''} NĂM HỌC 2026-2027`],
    [],
  ];
  const end: Cell[][] = [
    ['', 'Tổng cộng:', students.length],
    [],
    ['', '', '', 'TP.HCM, ngày 5 tháng 9 năm 2026'],
    ['', '', '', 'Người lập'],
    ['', '', '', 'Phan Thị Thu Thuỷ'],
  ];
  const rows = [toFirstRow, toSecondRow, toThirdRow][index % 3] as (
    student: ListedStudent,
    position: number,
  ) => Cell[];
  const [head = [], sub] = headingsOf[index % 3] as Cell[][];
  const body = students.map((student, position) => rows(student, position + 1));
  const half = Math.ceil(body.length / 2);
  return [
    ...title,
    head,
    ...(sub ? [sub] : []),
    ...(index % 3 === 0 ? [head.map((_, column) => `(${column + 1})`)] : []),
    ...body.slice(0, half),
    ...(index % 3 === 2 ? [head] : [[]]),
    ...body.slice(half),
    [students.length + 1],
    ...end,
  ];
}

const headingsOf: Cell[][][] = [
  [
    [
      'STT',
      'Họ và tên',
      'Ngày sinh',
      'GT',
      'Mã định danh',
      'Lớp',
      'Email',
      'Họ tên cha / mẹ',
      'ĐT liên hệ',
      'Ghi chú',
    ],
  ],
  [
    ['TT', 'Họ và tên', '', 'Ngày sinh', 'Giới tính', '', 'Cha', '', 'Mẹ', ''],
    ['', 'Họ đệm', 'Tên', '', 'Nam', 'Nữ', 'Họ tên', 'SĐT', 'Họ tên', 'SĐT'],
  ],
  [['STT', 'HỌ VÀ TÊN', '', 'NGÀY THÁNG NĂM SINH', 'Nữ', 'Mã HS', 'Phụ huynh', 'Số ĐT']],
];

const toFirstRow = (
  { name, birth, isGirl, code, className, parents, phone }: ListedStudent,
  position: number,
): Cell[] => [
  position,
  name,
  birth,
  isGirl ? 'Nữ' : 'Nam',
  code,
  className,
  '-',
  parents,
  phone,
  'bán trú',
];
const splitName = (name: string): [string, string] => {
  const words = name.split(' ');
  return [words.slice(0, -1).join(' '), words.at(-1) as string];
};
const toSecondRow = (
  { name, birth, isGirl, parents, phone }: ListedStudent,
  position: number,
): Cell[] => {
  const [father = '', mother = father] = parents.split(' / ');
  const hasTwo = parents.includes('/');
  return [
    position,
    ...splitName(name),
    birth,
    isGirl ? '' : 'x',
    isGirl ? 'x' : '',
    hasTwo ? father : '',
    hasTwo ? phone : '',
    hasTwo ? '' : mother,
    hasTwo ? '' : phone,
  ];
};
const toThirdRow = (
  { name, birth, isGirl, code, parents, phone }: ListedStudent,
  position: number,
): Cell[] => [position, ...splitName(name), birth, isGirl ? 'x' : '', code, parents, phone];
/** The same student in the other layout, without a code. */
export const toSecondLayout = ([, name = '', birth = '', sex]: Cell[]): Cell[] => [
  99,
  ...splitName(String(name)),
  birth,
  sex === 'Nam' ? 'x' : '',
  sex === 'Nữ' ? 'x' : '',
  '',
  '',
  '',
  '',
];
