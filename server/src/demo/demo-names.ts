/** Common Vietnamese names, combined by number, so that every demo has the same users. */
const familyNames = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Vũ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
];
const middleNames = [
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
const givenNames = [
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

/** Those of the names above that only girls have. */
export const girlNames = [
  'Châu',
  'Chi',
  'Hà',
  'Hân',
  'Hương',
  'Linh',
  'Mai',
  'My',
  'Ngân',
  'Nhi',
  'Quỳnh',
  'Thảo',
  'Trang',
  'Uyên',
  'Vy',
  'Yến',
];

export interface Name {
  lastName: string;
  firstName: string;
}

export function makeDemoName(number: number): Name {
  const pick = <T>(list: T[], index: number) => list[index % list.length] as T;
  const familyName = pick(familyNames, number * 7 + Math.floor(number / 11));
  return {
    lastName: `${familyName} ${pick(middleNames, number * 5 + 3)}`,
    firstName: pick(givenNames, number * 11 + Math.floor(number / 38)),
  };
}
