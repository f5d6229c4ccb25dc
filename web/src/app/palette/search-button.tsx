import { t } from '@lingui/core/macro';
import { IconSearch } from '@tabler/icons-react';
import classes from './search-button.module.css';

const keys = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** Opens the palette: in the header of a wide screen, or in the menu of a phone. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={t`Tìm kiếm`}
      onClick={onClick}
    >
      <IconSearch size={20} aria-hidden />
      <span className={classes.text}>{t`Tìm người, lớp, trang…`}</span>
      <kbd className={classes.keys}>{keys}</kbd>
    </button>
  );
}
