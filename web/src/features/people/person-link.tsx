import type { Role } from '@lop-xanh/contract/rules/roles';
import type { ReactNode } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { personPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import classes from './person-link.module.css';
import { canOpenPerson } from './person-roles.ts';

interface Props {
  /** Null for somebody without an account. */
  id: number | null;
  /** The person's, if it is known. */
  role?: Role | null;
  /** The list that the name stands in, through which its page goes on. */
  list?: object | undefined;
  /** Without the colour of a link, where nearly every name is one. */
  isPlain?: boolean;
  /** Of a link in a grid, where the arrow keys move the focus. */
  tabIndex?: number;
  children: ReactNode;
}

/** A name that leads to the person's page, or plain text for users who have no such page. */
export function PersonLink({ id, role = null, list, isPlain = false, tabIndex, children }: Props) {
  const user = useUser();
  if (id === null || !canOpenPerson(user.role, role)) {
    return children;
  }
  return (
    <Link
      to={personPath(id)}
      state={list && { list }}
      className={isPlain ? classes.plain : undefined}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  );
}
