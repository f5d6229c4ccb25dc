import { expect, type Page } from '@playwright/test';

/** The dialog that is open. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** A row of a table, by the name of the person or class in it. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

export async function openTab(page: Page, name: string, count: number): Promise<void> {
  const tab = page.getByRole('tab', { name: `${name} ${count}` });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Fills the open form by its labels and saves it. */
export async function save(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    // A field that must be filled has a star behind its label.
    const field = dialog(page).getByLabel(new RegExp(`^${label}( \\*)?$`));
    const isChoice = await field.evaluate((element) => element.tagName === 'SELECT');
    if (isChoice) await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog(page).getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** A person of a list is found by the search: they may stand on a later page. */
export async function find(page: Page, name: string): Promise<void> {
  // The row may be there before the search is done: a click would meet whatever stands in its place by then.
  const answered = page.waitForResponse((one) => new URL(one.url()).searchParams.get('q') === name);
  await page.getByRole('searchbox').last().fill(name);
  await answered;
  await expect(row(page, name)).toBeVisible();
}

/** Agrees to the question that was asked. */
export async function agree(page: Page, words: string): Promise<void> {
  await dialog(page).getByRole('button', { name: words, exact: true }).click();
}

/** A table of so many students of two classes, with a mistake in these rows. */
export function studentsTable(mark: string, count: number, wrong: number[] = []) {
  const lines = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const email = wrong.includes(at + 2) ? 'không phải' : `hs${number}@truong.vn`;
    const className = at % 2 === 0 ? '1A' : '1B';
    return `${mark}.${number},Nguyễn Hoàng Bảo,${givenName(number)},${className},${email}`;
  });
  const text = ['Tên đăng nhập,Họ và tên đệm,Tên,Lớp,Email', ...lines].join('\n');
  return { name: 'học sinh.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) };
}

const tens = ['Ân', 'Bình', 'Cúc', 'Đạt', 'Giang', 'Hiếu', 'Khánh'];
const ones = ['một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín', 'mười'];

/** Each has a name of their own. */
function givenName(number: number): string {
  return `${ones[(number - 1) % 10]} ${tens[Math.floor((number - 1) / 10)]}`;
}

export function fullNameOf(number: number): string {
  return `Nguyễn Hoàng Bảo ${givenName(number)}`;
}
