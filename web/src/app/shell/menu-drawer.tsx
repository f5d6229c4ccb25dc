import { Drawer } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { Brand } from '../../ui/brand.tsx';
import { useBackCloses } from '../../ui/use-back-closes.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { Palette } from '../palette/lazy-palette.ts';
import { SearchButton } from '../palette/search-button.tsx';
import { ModLinks } from './mod-links.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The menu on a phone. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { role } = useUser();
  useBackCloses(isOpen, onClose);
  useReturnFocus(isOpen);
  const [search, setSearch] = useState<'unused' | 'open' | 'closed'>('unused');
  const openSearch = () => {
    onClose();
    setSearch('open');
  };
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={onClose}
        title={<Brand className={classes.brand} />}
        size={288}
        padding={0}
        classNames={{ content: classes.drawer }}
      >
        <div className={classes.search}>
          <SearchButton onClick={openSearch} />
        </div>
        {role === 'Mod' && <ModLinks onLeave={onClose} />}
        <Sidebar onLeave={onClose} />
      </Drawer>
      <Suspense>
        {search !== 'unused' && (
          <Palette isOpen={search === 'open'} onClose={() => setSearch('closed')} />
        )}
      </Suspense>
    </>
  );
}
