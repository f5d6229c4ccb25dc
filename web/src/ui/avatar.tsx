import { getInitial, hasPhoto } from '@lop-xanh/contract/rules/names';
import { fileUrl } from '../lib/api.ts';
import classes from './avatar.module.css';
import { useBrokenPicture } from './use-broken-picture.ts';

/** White text has a contrast of at least 4.5 on each of these. */
const backgrounds = ['#1f7f4a', '#1f6593', '#97600a', '#7d43ae', '#b3382c', '#0f6f70', '#56682b'];

interface AvatarUser {
  id: number;
  first_name: string;
  avt: string;
}

/** Hidden from screen readers: a link or button around a lone avatar must carry the name. */
export function Avatar({ user, size = 44 }: { user: AvatarUser; size?: number }) {
  const [brokenPhoto, setBrokenPhoto] = useBrokenPicture();
  const box = { width: size, height: size, fontSize: size * 0.4 };

  if (hasPhoto(user.avt) && user.avt !== brokenPhoto) {
    return (
      <img
        className={classes.avatar}
        style={box}
        src={fileUrl(user.avt)}
        alt=""
        onError={() => setBrokenPhoto(user.avt)}
      />
    );
  }
  return (
    <span
      className={classes.avatar}
      style={{ ...box, background: backgrounds[user.id % backgrounds.length] }}
      aria-hidden
    >
      {getInitial(user.first_name)}
    </span>
  );
}
