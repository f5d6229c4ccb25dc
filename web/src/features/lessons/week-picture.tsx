import type { WeekEntry } from '@lop-xanh/contract/lessons';
import { useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { Leaf } from '../../ui/pictures.tsx';
import classes from './week-picture.module.css';

interface Props {
  entry: Pick<WeekEntry, 'thumbnail'>;
  /** What is seen first is fetched first. */
  isUrgent?: boolean;
}

/** Decoration beside a week's title; a leaf where there is no picture, or a broken one. */
export function WeekPicture({ entry: { thumbnail }, isUrgent = false }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes.picture}>
      {thumbnail !== null && thumbnail !== broken ? (
        <img
          src={fileUrl(thumbnail)}
          alt=""
          {...(isUrgent ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          decoding="async"
          onError={() => setBroken(thumbnail)}
        />
      ) : (
        <Leaf size={40} />
      )}
    </span>
  );
}
