import { t } from '@lingui/core/macro';
import { type Picture, pictures } from '@lop-xanh/contract/rules/pictures';
import { PictureDrawing } from './picture-drawing.tsx';
import classes from './picture-grid.module.css';
import { getPictureName } from './picture-names.ts';

interface Props {
  highlighted: Picture | null;
  onPick: (picture: Picture) => void;
}

/** The pictures stay in their places, so that small children remember where theirs are. */
export function PictureGrid({ highlighted, onPick }: Props) {
  return (
    <div className={classes.grid} role="group" aria-label={t`Các hình`}>
      {pictures.map((picture) => (
        <button
          key={picture}
          type="button"
          className={classes.picture}
          data-highlighted={picture === highlighted || undefined}
          onClick={() => onPick(picture)}
        >
          <PictureDrawing picture={picture} size="4rem" />
          {getPictureName(picture)}
        </button>
      ))}
    </div>
  );
}
