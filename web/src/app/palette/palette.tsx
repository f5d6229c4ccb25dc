import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { ModalRoot } from '../../ui/modal.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { listFoundSections } from './found-options.ts';
import { listOwnSections, type PaletteOption } from './options.ts';
import classes from './palette.module.css';
import { PaletteList } from './palette-list.tsx';
import { useFound } from './use-found.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Finds people, classes, lessons, pages and commands. */
export function Palette({ isOpen, onClose }: Props) {
  return (
    <ModalRoot
      opened={isOpen}
      onClose={onClose}
      size="42.5rem"
      yOffset="5rem"
      fullScreen={useIsMobile()}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t`Tìm kiếm`}>
        <Search onClose={onClose} />
      </Modal.Content>
    </ModalRoot>
  );
}

/** Starts empty each time: the modal unmounts it. */
function Search({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const { found, isLoading, isFailed, retry } = useFound(typed);

  const own = listOwnSections(user, typed);
  const sections = [...own, ...(found ? listFoundSections(user, found) : [])].filter(
    ({ options }) => options.length > 0,
  );
  const options = sections.flatMap((section) => section.options);
  const active = options.find(({ key }) => key === chosenKey) ?? options[0];

  const open = ({ target }: PaletteOption, isInNewTab = false) => {
    if (isInNewTab && typeof target === 'string') {
      window.open(target, '_blank', 'noopener');
      return;
    }
    onClose();
    if (typeof target === 'string') navigate(target);
    else target();
  };
  const move = (step: number) => {
    const index = active ? options.indexOf(active) : -1;
    setChosenKey(options.at((index + step) % options.length)?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method that composes Vietnamese letters.
    if (event.nativeEvent.isComposing) return;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && options.length > 0) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && active) open(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  const count = options.length;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={24} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && toElementId(listId, active)}
          aria-label={t`Tìm người, lớp, trang…`}
          placeholder={t`Tìm người, lớp, trang…`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.close} onClick={onClose} aria-label={t`Đóng`}>
          <IconX size={22} className={classes.cross} aria-hidden />
          <span className={classes.keys}>Esc</span>
        </button>
      </div>
      <PaletteList
        id={listId}
        sections={sections}
        query={typed}
        active={active}
        toElementId={(option) => toElementId(listId, option)}
        onPoint={({ key }) => setChosenKey(key)}
        onOpen={open}
      />
      {isFailed && (
        <p className={classes.note} role="alert">
          {t`Chưa tìm được người, lớp và bài giảng.`}{' '}
          <button type="button" className={classes.retry} onClick={retry}>
            {t`Thử lại`}
          </button>
        </p>
      )}
      <div className={classes.foot}>
        <span className={classes.keys} aria-hidden>
          <kbd>↑ ↓</kbd> {t`chọn`} <kbd>Enter</kbd> {t`mở`} <kbd>{newTabKeys}</kbd> {t`mở thẻ mới`}
        </span>
        <span role="status">{describeCount(count, { isLoading, isFailed })}</span>
      </div>
    </>
  );
}

const newTabKeys = 'Ctrl Enter';

const toElementId = (listId: string, { key }: PaletteOption) => `${listId}-${key}`;

function describeCount(
  count: number,
  { isLoading, isFailed }: { isLoading: boolean; isFailed: boolean },
): string {
  if (isLoading) return t`Đang tìm…`;
  if (count > 0) return t`${count} kết quả`;
  return isFailed ? '' : t`Không tìm thấy gì`;
}
