import { givenNameInitial, hasPhoto } from '@lop-xanh/contract/rules/names';
import { useState } from 'react';
import { fileUrl } from '../lib/api.ts';
import classes from './avatar.module.css';

/** White letters on each of these have a contrast of 4.5 at least. */
const grounds = ['#1f7f4a', '#1f6593', '#97600a', '#7d43ae', '#b3382c', '#0f6f70', '#56682b'];

interface Person {
  id: number;
  first_name: string;
  avt: string;
}

/** Decoration beside a name; where it stands alone, its link or button carries the name. */
export function Avatar({ person, size = 44 }: { person: Person; size?: number }) {
  const [brokenPhoto, setBrokenPhoto] = useState<string>();
  const box = { width: size, height: size, fontSize: size * 0.4 };

  if (hasPhoto(person.avt) && person.avt !== brokenPhoto) {
    return (
      <img
        className={classes.avatar}
        style={box}
        src={fileUrl(person.avt)}
        alt=""
        onError={() => setBrokenPhoto(person.avt)}
      />
    );
  }
  return (
    <span
      className={classes.avatar}
      style={{ ...box, background: grounds[person.id % grounds.length] }}
      aria-hidden
    >
      {givenNameInitial(person.first_name)}
    </span>
  );
}
