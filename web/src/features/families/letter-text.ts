import { t } from '@lingui/core/macro';
import type { ParentLetter } from '@lop-xanh/contract/families';

const order = new Intl.Collator('vi', { numeric: true });

/** The classes of the children, by which the letters are handed out. */
export function listClasses(children: ParentLetter['children']): string {
  const names = [...new Set(children.flatMap(({ class_name }) => class_name ?? []))];
  const classNames = names.toSorted(order.compare).join(', ');
  return classNames && t`Lớp ${classNames}`;
}

/** By the class of the first child; letters of a class stay in their order. */
export function sortByClass(letters: readonly ParentLetter[]): ParentLetter[] {
  const getClass = ({ children: [first] }: ParentLetter) => first?.class_name ?? '';
  return letters.toSorted((a, b) => order.compare(getClass(a), getClass(b)));
}
