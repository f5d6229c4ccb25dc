import { t } from '@lingui/core/macro';
import { IconPhotoHeart, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { SproutFriend } from '../../ui/pictures.tsx';
import { memoriesQuery } from '../posts/public.ts';
import classes from './home.module.css';

/** The scanner, the classes and, if there are any, the memories. */
export function FamilyLinks() {
  const { data: formerClasses = [] } = useQuery(memoriesQuery);
  const classesTitle = messages.navigation.classes;
  return (
    <nav className={classes.links} aria-label={t`Lối tắt`}>
      <Link to={paths.scan} className={classes.scan}>
        <SproutFriend isLaughing />
        <span>
          <span className={classes.linkTitle}>{t`Quét rác`}</span>
          <span className={classes.linkText}>{t`Bỏ thùng nào?`}</span>
        </span>
      </Link>
      <Link to={paths.classes} className={classes.link}>
        <IconUsers size={24} aria-hidden />
        <span className={classes.linkTitle} lang={getTextLanguage(classesTitle)}>
          {classesTitle}
        </span>
      </Link>
      {formerClasses.length > 0 && (
        <Link to={paths.memories} className={classes.link}>
          <IconPhotoHeart size={24} aria-hidden />
          <span className={classes.linkTitle}>{t`Kỷ niệm`}</span>
        </Link>
      )}
    </nav>
  );
}
