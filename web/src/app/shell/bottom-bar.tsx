import { t } from '@lingui/core/macro';
import { NavLink } from '../../lib/routing/link.tsx';
import classes from './bottom-bar.module.css';
import { bottomMenu, isExact } from './menu-items.ts';
import { MenuLabel } from './menu-label.tsx';

export function BottomBar() {
  return (
    <nav className={classes.bar} data-app-bar aria-label={t`Thanh dưới`}>
      {bottomMenu.map((item) => (
        <NavLink key={item.to} to={item.to} end={isExact(item)} className={classes.item ?? ''}>
          <span className={classes.icon}>
            <item.icon size={22} aria-hidden />
          </span>
          <MenuLabel item={item} />
        </NavLink>
      ))}
    </nav>
  );
}
