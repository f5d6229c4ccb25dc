import { i18n } from '@lingui/core';
import type { HandledGroup } from '@lop-xanh/contract/student-import';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import classes from './import-page.module.css';
import { describePlace, handledLabels } from './import-texts.ts';

/** What needs no answer, with examples. */
export function HandledGroups({ groups }: { groups: HandledGroup[] }) {
  return groups.map(({ kind, count, items }) => (
    <details key={kind} className={classes.handled}>
      <summary>
        <IconCircleCheck size={20} aria-hidden />
        {formatCount(count)} × {i18n._(handledLabels[kind])}
      </summary>
      <ul>
        {items.map((item) => (
          <li key={`${item.sheet} ${item.row} ${item.before}`} lang="vi">
            {item.full_name} ({describePlace(item)}){item.before && `: “${item.before}”`}
            {item.after && ` → ${item.after}`}
          </li>
        ))}
      </ul>
    </details>
  ));
}
