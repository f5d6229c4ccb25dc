import type { PropsWithChildren } from 'react';
import { NavLink } from '../../lib/routing/link.tsx';
import { isExact, type MenuItem } from './menu-items.ts';
import { MenuLabel } from './menu-label.tsx';
import classes from './sidebar.module.css';

interface Props {
  item: MenuItem;
  onLeave: (() => void) | undefined;
}

/** One entry of the menu; what follows its label is its child. */
export function MenuEntry({ item, onLeave, children }: PropsWithChildren<Props>) {
  return (
    <NavLink to={item.to} end={isExact(item)} className={classes.item ?? ''} onClick={onLeave}>
      <item.icon size={22} aria-hidden />
      <MenuLabel item={item} />
      {children}
    </NavLink>
  );
}
