import { t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconChevronRight } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import classes from './person-crumbs.module.css';

/** The tab of the accounts on which people of a role are listed. */
const tabs: Record<Role, string> = {
  Student: 'students',
  Teacher: 'teachers',
  Parent: 'parents',
  Mod: 'moderators',
  Admin: 'moderators',
};

/** The way back: the accounts, the school in them, and the class. */
export function PersonCrumbs({ person }: { person: Person }) {
  const { role, school_id, school_name, class_id, class_name: name } = person.account;
  const { accounts } = messages.navigation;
  const schoolPath = `${paths.accounts}?tab=${tabs[role]}${school_id === null ? '' : `&school=${school_id}`}`;
  return (
    <nav aria-label={t`Đường dẫn`}>
      <ol className={classes.crumbs}>
        <li>
          <Link to={paths.accounts} lang={getTextLanguage(accounts)}>
            {accounts}
          </Link>
        </li>
        {school_name && (
          <li>
            <IconChevronRight size={18} aria-hidden />
            <Link to={schoolPath} lang="vi">
              {school_name}
            </Link>
          </li>
        )}
        {class_id !== null && name && (
          <li>
            <IconChevronRight size={18} aria-hidden />
            <Link to={`${schoolPath}&class=${class_id}`}>{t`Lớp ${name}`}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
