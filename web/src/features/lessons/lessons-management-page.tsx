import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { isActive } from '@lop-xanh/contract/rules/weeks';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { matchesSearch } from '../../lib/search-text.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BookPicture, SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { gradesQuery } from '../classes/public.ts';
import { LessonButtons } from './lesson-buttons.tsx';
import { managedLessonsQuery } from './lessons.api.ts';
import classes from './lessons-management-page.module.css';

export function LessonsManagementPage() {
  return (
    <>
      <PageHeader title={messages.navigation.lessonsManagement}>
        <Button
          component={Link}
          to={paths.newLesson}
          leftSection={<IconPlus size={20} aria-hidden />}
        >
          {t`Thêm bài giảng`}
        </Button>
      </PageHeader>
      <Loaded
        query={useQuery(managedLessonsQuery)}
        skeleton={<CardSkeleton lines={8} />}
        failedMessage={t`Không tải được danh sách bài giảng`}
        hasCard
      >
        {(lessons) => <LessonTable lessons={lessons} />}
      </Loaded>
    </>
  );
}

const getColumns = (): Column<Lesson>[] => [
  { name: t`Bài giảng`, cell: ({ title }) => <span lang="vi">{title}</span> },
  { name: t`Khối`, cell: ({ grade_name }) => translateGrade(grade_name) },
  { name: t`Số tuần`, cell: ({ content }) => content.length },
  { name: t`Đang hiện`, cell: ({ content }) => content.filter(isActive).length },
  { name: t`Cập nhật`, isNowrap: true, cell: ({ updatedAt }) => formatDateTime(updatedAt) },
];

function LessonTable({ lessons }: { lessons: readonly Lesson[] }) {
  const { data: grades = [] } = useQuery(gradesQuery);
  const { params, choose } = useUrlParams();
  // The field may not wait for the URL.
  const [search, setSearch] = useState(params.get('q') ?? '');
  const gradeId = params.get('grade') ?? '';
  const matches = lessons.filter(
    (lesson) =>
      matchesSearch(lesson.title, search) &&
      (gradeId === '' || lesson.grade_id === Number(gradeId)),
  );
  return (
    <section className={classes.panel}>
      <div className={classes.filters}>
        <SearchField
          label={t`Tìm theo tên bài giảng`}
          value={search}
          onChange={(text) => {
            setSearch(text);
            choose({ q: text || null });
          }}
        />
        <NativeSelect
          aria-label={t`Lọc theo khối`}
          value={gradeId}
          data={[
            { value: '', label: t`Tất cả các khối` },
            ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
          ]}
          onChange={(event) => choose({ grade: event.currentTarget.value || null })}
        />
      </div>
      {matches.length > 0 && (
        <DataTable
          key={`${search} ${gradeId}`}
          label={t`Các bài giảng`}
          columns={getColumns()}
          rows={matches}
          getRowKey={({ id }) => id}
          renderActions={(lesson) => <LessonButtons lesson={lesson} />}
        />
      )}
      {matches.length === 0 &&
        (lessons.length === 0 ? (
          <EmptyState
            picture={<BookPicture />}
            title={t`Chưa có bài giảng nào`}
            text={t`Hãy thêm bài giảng đầu tiên.`}
          />
        ) : (
          <EmptyState picture={<SproutPicture />} title={t`Không tìm thấy bài giảng nào`} />
        ))}
    </section>
  );
}
