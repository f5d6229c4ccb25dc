import type { Role } from '@lop-xanh/contract/rules/roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../lib/current-user.ts';
import { personPath } from '../../lib/paths.ts';
import { canOpenPerson } from './person-roles.ts';

interface Props {
  /** Null for somebody without an account. */
  id: number | null;
  /** The person's, if it is known. */
  role?: Role | null;
  className?: string | undefined;
  children: ReactNode;
}

/** A name that leads to the person's page, or plain text for users who have no such page. */
export function PersonLink({ id, role = null, className, children }: Props) {
  const user = useUser();
  if (id === null || !canOpenPerson(user.role, role)) {
    return <span className={className}>{children}</span>;
  }
  return (
    <Link to={personPath(id)} className={className}>
      {children}
    </Link>
  );
}
