import { t } from '@lingui/core/macro';
import type { SchoolTasks } from '@lop-xanh/contract/dashboard';
import { formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import {
  IconCalendarRepeat,
  IconFingerprint,
  IconId,
  IconPhotoCheck,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatAge, isLate } from '../../language/age.ts';
import { useUser } from '../../lib/current-user.ts';
import { useMinutes } from '../../lib/minutes.ts';
import { paths, postPath } from '../../lib/paths.ts';
import { useToday } from '../../lib/today.ts';
import { ClassConsentDialog } from '../consent/public.ts';
import { ClassCounts, sumClassCounts } from './class-counts.tsx';
import { schoolTasksQuery } from './dashboard.api.ts';
import { schoolLinks } from './school-links.ts';
import classes from './task-card.module.css';
import { type Task, TaskCard } from './task-card.tsx';

/** What waits for the office; what is to do stands before what is done. */
export function SchoolTaskList({ tasks }: { tasks: SchoolTasks }) {
  const [consentOf, setConsentOf] = useState<{ class_id: number; class_name: string }>();
  const client = useQueryClient();
  const list = useTasks(tasks, setConsentOf);
  const closeConsent = () => {
    setConsentOf(undefined);
    void client.invalidateQueries({ queryKey: schoolTasksQuery(tasks.school_id).queryKey });
  };
  return (
    <section aria-label={t`Việc cần làm`}>
      <ul className={classes.tasks}>
        {list
          .toSorted((a, b) => Number(a.isDone) - Number(b.isDone))
          .map((task) => (
            <TaskCard key={task.title} task={task} />
          ))}
      </ul>
      <Suspense>
        {consentOf && (
          <ClassConsentDialog
            classId={consentOf.class_id}
            className={consentOf.class_name}
            onClose={closeConsent}
          />
        )}
      </Suspense>
    </section>
  );
}

function useTasks(
  tasks: SchoolTasks,
  openConsent: (schoolClass: { class_id: number; class_name: string }) => void,
): Task[] {
  const { school_id, consent, lockedCards } = tasks;
  const unanswered = sumClassCounts(consent);
  const locked = sumClassCounts(lockedCards);
  return [
    useQueueTask(tasks),
    {
      icon: IconPhotoCheck,
      title: t`Đồng ý đăng ảnh`,
      isDone: unanswered === 0,
      value: unanswered === 0 ? t`Mọi em đã có câu trả lời` : t`${unanswered} em chưa trả lời`,
      details: <ClassCounts counts={consent} onChoose={openConsent} />,
    },
    useRequestsTask(tasks),
    {
      icon: IconId,
      title: t`Thẻ bị khóa`,
      isDone: locked === 0,
      value: locked === 0 ? t`Không thẻ nào bị khóa` : t`${locked} thẻ`,
      details: (
        <ClassCounts
          counts={lockedCards}
          getPath={(classId) => schoolLinks.cards(school_id, classId)}
        />
      ),
    },
    useRolloverTask(tasks),
  ];
}

function useQueueTask({ queue }: SchoolTasks): Task {
  // The desk is for Mods; an Admin opens the post itself.
  const isMod = useUser().role === 'Mod';
  const now = useMinutes();
  const count = queue.post + queue.held + queue.reported;
  const { post, held, reported, oldest, oldestPostId } = queue;
  const age = oldest === null ? '' : formatAge(oldest, now);
  const postLink = oldestPostId === null ? undefined : postPath(oldestPostId);
  return {
    icon: IconShieldCheck,
    title: t`Bàn duyệt`,
    isDone: count === 0,
    isLate: oldest !== null && isLate(oldest, now),
    value: count === 0 ? t`Không còn gì chờ duyệt` : t`Lâu nhất ${age}`,
    details: count > 0 && (
      <p>{t`${post} bài · ${held} bình luận bị giữ · ${reported} bị báo cáo`}</p>
    ),
    link: isMod ? paths.moderation : postLink,
  };
}

function useRequestsTask({ school_id, requests: { open, due_on } }: SchoolTasks): Task {
  const today = useToday();
  const day = due_on && formatDay(due_on);
  return {
    icon: IconFingerprint,
    title: t`Yêu cầu về dữ liệu`,
    isDone: open === 0,
    isLate: due_on !== null && due_on < today,
    value: open === 0 ? t`Không có yêu cầu nào` : t`${open} yêu cầu đang mở`,
    details: day && <p>{t`Hạn gần nhất ${day}`}</p>,
    link: schoolLinks.privacy(school_id),
  };
}

function useRolloverTask({ school_id, rollover: { year, isDue, savedAt } }: SchoolTasks): Task {
  const years = formatSchoolYear(year);
  return {
    icon: IconCalendarRepeat,
    title: t`Năm học ${years}`,
    isDone: !isDue,
    value: isDue ? t`Cần chuẩn bị` : t`Chưa đến lúc chuẩn bị`,
    details: <p>{savedAt ? t`Đã có bản nháp` : t`Chưa có bản nháp`}</p>,
    link: schoolLinks.schoolYear(school_id),
  };
}
