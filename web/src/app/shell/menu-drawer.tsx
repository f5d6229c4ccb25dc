import '../../ui/modal-styles.ts';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useUser } from '../../lib/current-user.ts';
import { Brand } from '../../ui/brand.tsx';
import { useBackCloses } from '../../ui/use-back-closes.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ModLinks } from './mod-links.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The menu on a phone. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { role } = useUser();
  useBackCloses(isOpen, onClose);
  useReturnFocus(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={<Brand className={classes.brand} />}
      size={288}
      padding={0}
      classNames={{ content: classes.drawer }}
    >
      {role === 'Mod' && <ModLinks onLeave={onClose} />}
      <Sidebar onLeave={onClose} />
    </Drawer>
  );
}
