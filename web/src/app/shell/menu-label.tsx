import { getTextLanguage } from '../../language/text-language.ts';
import type { MenuItem } from './menu-items.ts';

export function MenuLabel({ item }: { item: MenuItem }) {
  const label = item.getLabel();
  return <span lang={getTextLanguage(label)}>{label}</span>;
}
