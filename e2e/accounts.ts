import { expect, type Page } from '@playwright/test';

export const dialog = (page: Page) => page.getByRole('dialog');

/** A row of a table, by the user or class it names. */
export const tableRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

export async function openTab(page: Page, name: string, count: number): Promise<void> {
  const tab = page.getByRole('tab', { name: `${name} ${count}` });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Fills the open form by its labels and saves it. */
export async function fillAndSave(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    // The label of a required field ends with a star.
    const field = dialog(page).getByLabel(new RegExp(`^${label}( \\*)?$`));
    const isSelect = await field.evaluate((element) => element.tagName === 'SELECT');
    if (isSelect) await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** Searches for a user, whose row may be on a later page. */
export async function findRow(page: Page, name: string): Promise<void> {
  // The row may be visible before the search is done; a click then would hit whatever row replaces it.
  const searched = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('q') === name,
  );
  await page.getByRole('searchbox').last().fill(name);
  await searched;
  await expect(tableRow(page, name)).toBeVisible();
}

/** Opens the parents of a student from the menu of their row. */
export async function openParents(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Việc khác với ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Phụ huynh…', exact: true }).click();
}

/** Clicks a button of the open dialog. */
export async function confirmDialog(page: Page, label: string): Promise<void> {
  await dialog(page).getByRole('button', { name: label, exact: true }).click();
}

/** A CSV file of `count` students in two classes, with an invalid email in the rows of `wrong`. */
type TableFile = { name: string; mimeType: string; buffer: Buffer } | string;

/** Opens the import of the students on screen, with a file. */
export async function checkStudents(page: Page, file: TableFile): Promise<void> {
  await page.getByRole('link', { name: 'Nhập', exact: true }).click();
  await page.getByRole('main').locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'Vấn đề' })).toBeVisible();
}

/** Writes a list without open questions. */
export async function writeStudents(page: Page, count: number): Promise<void> {
  await page
    .getByRole('button', { name: `Ghi ${count.toLocaleString('vi')} học sinh`, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Đã nhập xong' })).toBeVisible();
}

export function makeStudentsTable(prefix: string, count: number, wrong: number[] = []) {
  const lines = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const email = wrong.includes(index + 2) ? 'không phải' : `hs${number}@truong.vn`;
    const className = index % 2 === 0 ? '1A' : '1B';
    return `${prefix}.${number},Nguyễn Hoàng Bảo,${givenName(number)},${className},${email}`;
  });
  const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email', ...lines].join('\n');
  return { name: 'học sinh.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) };
}

const tens = ['Ân', 'Bình', 'Cúc', 'Đạt', 'Giang', 'Hiếu', 'Khánh'];
const ones = ['một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín', 'mười'];

/** A different name for each number. */
function givenName(number: number): string {
  return `${ones[(number - 1) % 10]} ${tens[Math.floor((number - 1) / 10)]}`;
}

export function toFullName(number: number): string {
  return `Nguyễn Hoàng Bảo ${givenName(number)}`;
}
