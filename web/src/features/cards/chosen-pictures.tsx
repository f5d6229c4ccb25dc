import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Picture } from '@lop-xanh/contract/rules/pictures';
import { VisuallyHidden } from '@mantine/core';
import { IconBackspace } from '@tabler/icons-react';
import { Leaf } from '../../ui/leaf.tsx';
import classes from './chosen-pictures.module.css';
import { PictureDrawing } from './picture-drawing.tsx';

interface Props {
  chosen: readonly Picture[];
  /** The others are hidden behind a leaf. */
  shown: readonly Picture[];
  onDelete: () => void;
  isDisabled: boolean;
}

/** The places of the pictures, in their order. */
export function ChosenPictures({ chosen, shown, onDelete, isDisabled }: Props) {
  const { cardPictures: all } = limits;
  const count = chosen.length;
  return (
    <div className={classes.row}>
      <div className={classes.places} aria-hidden>
        {Array.from({ length: all }, (_, index) => {
          const picture = chosen[index];
          const isShown = picture !== undefined && shown.includes(picture);
          return (
            <span
              key={index}
              className={classes.place}
              data-state={isShown ? 'shown' : picture ? 'hidden' : 'empty'}
            >
              {isShown && <PictureDrawing picture={picture} size="min(3rem, 13vw)" />}
              {picture && !isShown && <Leaf size={32} />}
            </span>
          );
        })}
      </div>
      <VisuallyHidden role="status">{t`Đã chọn ${count} trên ${all} hình`}</VisuallyHidden>
      <button
        type="button"
        className={classes.delete}
        disabled={count === 0 || isDisabled}
        onClick={onDelete}
      >
        <IconBackspace size={24} aria-hidden />
        {t`Xóa`}
      </button>
    </div>
  );
}
