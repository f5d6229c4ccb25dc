import { Menu, type MenuProps } from '@mantine/core';
import { useMenuState } from './use-menu-state.ts';

/** Mantine's menu, which Back closes too. */
export function MenuRoot(props: Omit<MenuProps, 'opened' | 'onChange'>) {
  return <Menu {...props} {...useMenuState()} />;
}
