import { t } from '@lingui/core/macro';
import { IconShieldHalf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './consent-warning.module.css';

/** A longer list is opened by hand, so that a whole class leaves room for the rest of the screen. */
const maxShown = 8;

interface Props {
  title: string;
  students: readonly { full_name: string }[];
  children?: ReactNode;
}

/** The students whose photos may not be shown. */
export function ConsentWarning({ title, students, children }: Props) {
  const isOpen = students.length <= maxShown;
  return (
    <section className={classes.warning} aria-label={t`Đồng ý đăng ảnh`}>
      <IconShieldHalf size={22} aria-hidden />
      <div className={classes.content}>
        <p className={classes.title}>{title}</p>
        {students.length > 0 && (
          <details className={classes.names} open={isOpen}>
            <summary>{t`Xem tên các em`}</summary>
            <p lang="vi">{students.map(({ full_name }) => full_name).join('\n')}</p>
          </details>
        )}
        {children}
      </div>
    </section>
  );
}
