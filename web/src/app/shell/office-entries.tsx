import { t } from '@lingui/core/macro';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { useLocation } from '../../lib/routing/location.ts';
import { MenuEntry } from './menu-entry.tsx';
import { ModerationCount } from './moderation-count.tsx';
import { getOfficeMenu, listOtherPages } from './office-menu.ts';
import classes from './sidebar.module.css';
import { TeachCount } from './teach-count.tsx';

/** The office's part of the menu, which students never load: each of its pages is one click away. */
export function OfficeEntries({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { role } = useUser();
  const { pathname } = useLocation();
  return (
    <>
      <p className={classes.heading}>{t`Văn phòng`}</p>
      {getOfficeMenu(role).map((item) => (
        <MenuEntry key={item.to} item={item} onLeave={onLeave}>
          {item.to === paths.moderation && <ModerationCount />}
          {item.to === paths.teach && role === 'Mod' && <TeachCount />}
        </MenuEntry>
      ))}
      <p className={classes.heading}>{t`Trang khác`}</p>
      {listOtherPages(role, pathname).map((item) => (
        <MenuEntry key={item.to} item={item} onLeave={onLeave} />
      ))}
    </>
  );
}
