import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import type { LessonCard, StudentDay } from '@lop-xanh/contract/today';
import { Button } from '@mantine/core';
import { IconBackpack, IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { lessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useUrlParams } from '../../lib/url-params.ts';
import { ConsentQuestions, useConsentLoading } from '../consent/public.ts';
import { LeaveDialog } from '../leave/public.ts';
import { WeekThumbnail } from '../lessons/public.ts';
import { useOnNotification } from '../notifications/public.ts';
import { ChildTabs } from './child-tabs.tsx';
import { DayIcon, describeDay, describeDayDetails, getDayState } from './day-state.tsx';
import { FamilyLinks } from './family-links.tsx';
import home from './home.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import classes from './parent-home.module.css';
import { todayQuery, useStudentDays } from './today.api.ts';

interface Props {
  /** The feed is part of the first load, this is not. */
  renderFeed: (isShown: (post: Post) => boolean) => ReactNode;
}

/** One child at a time: today, the lesson of the week and the posts; above them the other children. */
export function ParentHome({ renderFeed }: Props) {
  const { student_ids } = useUser();
  const { data, isPending, refetch } = useQuery(todayQuery);
  useOnNotification(useCallback(() => void refetch(), [refetch]));
  const isConsentLoading = useConsentLoading(student_ids);
  const days = useStudentDays(data);
  const { params, choose } = useUrlParams();
  if (isPending || isConsentLoading) return <HomeSkeleton />;
  const chosenId = Number(params.get('child'));
  const day = days.find(({ student_id }) => student_id === chosenId) ?? days[0];
  const hasSeveralSchools = new Set(days.map(({ school_id }) => school_id)).size > 1;
  /** Hides only what belongs to another child. */
  const isShown = ({ class_id }: Post) =>
    class_id === day?.class_id || !days.some((other) => other.class_id === class_id);
  return (
    <div className={home.home}>
      {day && days.length > 1 && (
        <ChildTabs
          days={days}
          selectedId={day.student_id}
          onSelect={(child) => choose({ child })}
        />
      )}
      {day && (
        <div
          key={day.student_id}
          className={home.home}
          {...(days.length > 1 && {
            role: 'tabpanel',
            id: 'child-panel',
            'aria-label': day.full_name,
          })}
        >
          <DayCard day={day} hasSchool={hasSeveralSchools} />
          {day.next ? <NextLesson lesson={day.next} /> : <NoLesson day={day} />}
        </div>
      )}
      <ConsentQuestions />
      <FamilyLinks />
      {renderFeed(isShown)}
    </div>
  );
}

function DayCard({ day, hasSchool }: { day: StudentDay; hasSchool: boolean }) {
  const { student_id: id, first_name } = day;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={classes.card}>
      <div className={classes.day}>
        <span className={classes.state} data-state={getDayState(day)}>
          <DayIcon day={day} size={24} />
        </span>
        <div className={classes.dayText}>
          <h2 className={classes.dayTitle}>{describeDay(day)}</h2>
          <p className={home.soft}>{describeDayDetails(day)}</p>
          {hasSchool && (
            <p className={home.soft} lang="vi">
              {day.school_name}
            </p>
          )}
        </div>
      </div>
      <Button
        fullWidth
        leftSection={<IconCalendarOff size={22} aria-hidden />}
        onPointerEnter={LeaveDialog.preload}
        onFocus={LeaveDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {t`Xin phép nghỉ`}
      </Button>
      <Suspense>
        {isOpen && <LeaveDialog child={{ id, first_name }} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </section>
  );
}

function NextLesson({ lesson }: { lesson: LessonCard }) {
  const { lesson_id, week, title, items } = lesson;
  return (
    <Link to={lessonPath(lesson_id, week)} className={classes.lesson}>
      <span className={classes.line}>
        <span className={classes.about}>
          <span className={home.soft}>{t`Bài tuần này · Tuần ${week}`}</span>
          <span className={classes.title} lang="vi">
            {title}
          </span>
          {items.length > 0 && (
            <span className={home.soft}>
              <IconBackpack size={20} aria-hidden className={home.icon} /> {t`Con mang theo`}
            </span>
          )}
        </span>
        <span className={classes.picture}>
          <WeekThumbnail entry={lesson} />
        </span>
      </span>
      {items.length > 0 && (
        <span className={classes.things} lang="vi">
          {items.map((item) => (
            <span key={item}>{item}</span>
          ))}
        </span>
      )}
    </Link>
  );
}

function NoLesson({ day: { class_id, taught, first_name: name } }: { day: StudentDay }) {
  const hasFinished = class_id !== null && taught !== null;
  return (
    <section className={classes.card}>
      <p>
        {hasFinished
          ? t`${name} đã học hết các bài của năm học này.`
          : t`${name} chưa có bài học nào.`}
      </p>
    </section>
  );
}
