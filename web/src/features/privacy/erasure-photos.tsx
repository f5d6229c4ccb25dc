import { t } from '@lingui/core/macro';
import type { ErasurePreview } from '@lop-xanh/contract/privacy';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { IconVideo } from '@tabler/icons-react';
import { fileUrl } from '../../lib/api.ts';
import classes from './erasure-choices.module.css';

type Photo = ErasurePreview['photos'][number];

interface Props {
  photos: readonly Photo[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

/** The photos of the person's classes: only somebody who looks at them knows who is on them. */
export function ErasurePhotos({ photos, chosen, onChange }: Props) {
  const total = photos.length;
  const count = chosen.length;
  if (total === 0) return null;
  const choose = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{t`Ảnh và video của lớp`}</legend>
      <p className={classes.soft}>
        {t`Hãy chọn những tệp có người này. Tệp được chọn bị gỡ khỏi bài viết và xóa ngay.`}
      </p>
      <p aria-live="polite">{t`Đã chọn ${count} trên ${total}`}</p>
      <ul className={classes.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <label className={classes.photo}>
              <input
                type="checkbox"
                checked={chosen.includes(photo.id)}
                onChange={(event) => choose(photo.id, event.currentTarget.checked)}
              />
              <Thumbnail photo={photo} />
              <span className={classes.caption}>
                <span lang="vi">{photo.post_title}</span> · {formatDate(photo.createdAt)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Thumbnail({ photo: { thumb } }: { photo: Photo }) {
  return thumb === null ? (
    <span className={classes.video} role="img" aria-label={t`Video`}>
      <IconVideo size={32} aria-hidden />
    </span>
  ) : (
    <img className={classes.thumb} src={fileUrl(thumb)} alt="" loading="lazy" />
  );
}
