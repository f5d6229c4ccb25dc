import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { fileUrl } from '../../lib/api.ts';
import { Leaf } from '../../ui/leaf.tsx';
import { useBrokenPicture } from '../../ui/use-broken-picture.ts';
import classes from './week-thumbnail.module.css';

interface Props {
  entry: Pick<WeekEntry, 'thumbnail'>;
  /** For images above the fold. */
  isHighPriority?: boolean;
}

/** Decorative; shows a leaf if the week has no thumbnail or it cannot be loaded. */
export function WeekThumbnail({ entry: { thumbnail }, isHighPriority = false }: Props) {
  const [brokenUrl, setBrokenUrl] = useBrokenPicture();
  return (
    <span className={classes.thumbnail}>
      {thumbnail !== null && thumbnail !== brokenUrl ? (
        <img
          src={fileUrl(thumbnail)}
          alt=""
          {...(isHighPriority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          decoding="async"
          onError={() => setBrokenUrl(thumbnail)}
        />
      ) : (
        <Leaf size={40} />
      )}
    </span>
  );
}
