import { t } from '@lingui/core/macro';
import type { LessonCard, StudentDay } from '@lop-xanh/contract/today';
import { IconBackpack, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useToday } from '../../lib/today.ts';
import { SproutFriend } from '../../ui/pictures.tsx';
import { WeekThumbnail } from '../lessons/public.ts';
import { FamilyLinks } from './family-links.tsx';
import { formatWeekday } from './format-weekday.ts';
import classes from './home.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import drawings from './things.svg';
import { findDrawing } from './things.ts';
import { todayQuery, useStudentDays } from './today.api.ts';

/** 'Hôm nay': the next lesson with what to bring, what was just taught, then the feed. */
export function StudentHome({ children: feed }: { children: ReactNode }) {
  const { data, isPending } = useQuery(todayQuery);
  const [day] = useStudentDays(data);
  const today = useToday();
  if (isPending) return <HomeSkeleton />;
  return (
    <div className={classes.home}>
      <div className={classes.head}>
        <h2>{t`Hôm nay`}</h2>
        <p className={classes.soft}>{formatWeekday(today)}</p>
      </div>
      {day && <Lessons day={day} />}
      <FamilyLinks />
      {feed}
    </div>
  );
}

function Lessons({ day: { next, taught, class_id } }: { day: StudentDay }) {
  return (
    <>
      {next ? <NextLesson lesson={next} /> : <NoLesson text={describeNone(class_id, taught)} />}
      {taught && <TaughtLesson lesson={taught} />}
    </>
  );
}

function NextLesson({ lesson }: { lesson: LessonCard }) {
  const { lesson_id, week, title, items } = lesson;
  return (
    <Link to={lessonPath(lesson_id, week)} className={classes.lesson}>
      <span className={classes.picture}>
        <WeekThumbnail entry={lesson} isHighPriority />
        <span className={classes.week}>{t`Tuần ${week}`}</span>
      </span>
      <span className={classes.about}>
        <span className={classes.line}>
          <span className={classes.text}>
            <span className={classes.title} lang="vi">
              {title}
            </span>
            {items.length > 0 && (
              <span className={classes.soft}>
                <IconBackpack size={20} aria-hidden className={classes.icon} />{' '}
                {t`Em nhớ mang theo`}
              </span>
            )}
          </span>
          <span className={classes.go}>
            <IconChevronRight size={24} aria-hidden />
          </span>
        </span>
        {items.length > 0 && (
          <span className={classes.things} lang="vi">
            {items.map((item) => (
              <span key={item}>
                <svg aria-hidden="true">
                  <use href={`${drawings}#${findDrawing(item)}`} />
                </svg>
                {item}
              </span>
            ))}
          </span>
        )}
      </span>
    </Link>
  );
}

function TaughtLesson({ lesson }: { lesson: LessonCard }) {
  const { lesson_id, week, title } = lesson;
  return (
    <Link to={lessonPath(lesson_id, week)} className={classes.taught}>
      <span className={classes.small}>
        <WeekThumbnail entry={lesson} />
      </span>
      <span className={classes.taughtText}>
        <span className={classes.done}>
          <IconCheck size={20} aria-hidden className={classes.icon} /> {t`Vừa học · Tuần ${week}`}
        </span>
        <span lang="vi">{title}</span>
      </span>
      <IconChevronRight size={24} aria-hidden />
    </Link>
  );
}

function NoLesson({ text }: { text: string }) {
  return (
    <div className={classes.none}>
      <SproutFriend />
      <p>{text}</p>
    </div>
  );
}

function describeNone(classId: number | null, taught: LessonCard | null): string {
  if (classId === null) return t`Em chưa có lớp. Khi nhà trường xếp lớp, bài học sẽ hiện ở đây.`;
  return taught ? t`Em đã học hết các bài của năm học này.` : t`Lớp em chưa có bài học nào.`;
}
