import { t } from '@lingui/core/macro';
import { NavLink } from '../../lib/routing/link.tsx';
import { isExact, modHeaderMenu } from './menu-items.ts';
import { MenuLabel } from './menu-label.tsx';
import classes from './mod-links.module.css';

/** A Mod's links of the header; a phone has no room for them there, so its drawer shows them above the menu. */
export function ModLinks({ onLeave }: { onLeave?: () => void }) {
  return (
    <nav className={classes.links} aria-label={t`Thanh trên`}>
      {modHeaderMenu.map((item) => (
        <NavLink
          key={item.to}
          to={item.to}
          end={isExact(item)}
          className={classes.link ?? ''}
          onClick={onLeave}
        >
          <item.icon size={20} aria-hidden />
          <MenuLabel item={item} />
        </NavLink>
      ))}
    </nav>
  );
}
