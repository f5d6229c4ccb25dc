import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Menu } from '@mantine/core';
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { MenuTarget } from './lazy-menu.tsx';
import classes from './open-menu.module.css';
import { useBackCloses } from './use-back-closes.ts';

interface Props {
  button: MenuTarget;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** The menu of a `LazyMenu`, which opens as soon as it is rendered. */
export function OpenMenu({ button, children }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useBackCloses(isOpen, () => setIsOpen(false));
  useEffect(() => {
    // It replaces the focused button, to which the focus returns when the menu closes.
    target.current?.focus();
    const frame = requestAnimationFrame(() => setIsOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      radius="md"
      classNames={{ item: classes.item }}
    >
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
