import { Menu } from '@mantine/core';
import { cloneElement, type ReactNode, useEffect, useRef } from 'react';
import type { MenuTarget } from './lazy-menu.tsx';
import classes from './open-menu.module.css';
import { useMenuState } from './use-menu-state.ts';

interface Props {
  button: MenuTarget;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** The menu of a `LazyMenu`, which opens as soon as it is rendered. */
export function OpenMenu({ button, children }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const state = useMenuState();
  const { onChange } = state;
  useEffect(() => {
    // It replaces the focused button, to which the focus returns when the menu closes.
    target.current?.focus();
    const frame = requestAnimationFrame(() => onChange(true));
    return () => cancelAnimationFrame(frame);
  }, [onChange]);
  return (
    <Menu {...state} position="bottom-end" radius="md" classNames={{ item: classes.item }}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
