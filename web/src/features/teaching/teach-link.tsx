import { t } from '@lingui/core/macro';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { SproutFriend } from '../../ui/pictures.tsx';
import classes from './teach-link.module.css';
import { teachingRoles } from './teaching-roles.ts';

/** From the scanner to where it learns. */
export function TeachLink() {
  const { role } = useUser();
  if (!teachingRoles.includes(role)) return null;
  return (
    <Link to={paths.teach} className={classes.link}>
      <SproutFriend />
      <span>{role === 'Student' ? t`Dạy Mầm` : t`Dạy máy quét`}</span>
    </Link>
  );
}
