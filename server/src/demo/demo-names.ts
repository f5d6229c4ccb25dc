/** Common Vietnamese names, combined by number, so that every demo has the same people. */
const families = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Vũ', 'Đặng', 'Bùi', 'Đỗ', 'Hồ', 'Ngô'];
const middles = [
  'Minh',
  'Hoàng',
  'Gia',
  'Thùy',
  'Đức',
  'Khánh',
  'Ngọc',
  'Hải',
  'Quốc',
  'Bảo',
  'Lan',
];
const givens = [
  'Anh',
  'An',
  'Bảo',
  'Bình',
  'Châu',
  'Chi',
  'Cường',
  'Dũng',
  'Dương',
  'Đạt',
  'Đăng',
  'Giang',
  'Hà',
  'Hân',
  'Hiếu',
  'Huy',
  'Hương',
  'Khang',
  'Khôi',
  'Lâm',
  'Linh',
  'Long',
  'Mai',
  'My',
  'Nam',
  'Ngân',
  'Nhi',
  'Phong',
  'Phúc',
  'Quân',
  'Quỳnh',
  'Sơn',
  'Thảo',
  'Trang',
  'Trí',
  'Uyên',
  'Vy',
  'Yến',
];

export interface Name {
  lastName: string;
  firstName: string;
}

export function nameOf(number: number): Name {
  const at = <T>(list: T[], index: number) => list[index % list.length] as T;
  return {
    lastName: `${at(families, number * 7 + Math.floor(number / 11))} ${at(middles, number * 5 + 3)}`,
    firstName: at(givens, number * 11 + Math.floor(number / 38)),
  };
}
