import { t } from '@lingui/core/macro';
import { type Dashboard, schoolOrders } from '@lop-xanh/contract/dashboard';
import { concernLevels } from '@lop-xanh/contract/rules/concerns';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TablePanel, TableTools } from '../../ui/table-panel.tsx';
import { dashboardQuery } from './dashboard.api.ts';
import { DashboardFigures, formatCount } from './dashboard-figures.tsx';
import classes from './dashboard-page.module.css';
import { getLevelName, SchoolsTable } from './schools-table.tsx';
import { Shortcuts } from './shortcuts.tsx';

const searchDelayMs = 250;

/** All schools: four figures, and the schools that need attention first. */
export function DashboardPage() {
  const filters = useFilters();
  const list = useInfiniteQuery(dashboardQuery(filters));
  const title = messages.navigation.dashboard;
  return (
    <div className={classes.page}>
      <Loaded
        query={list}
        skeleton={
          <>
            <PageHeader title={title} />
            <PageSkeleton />
          </>
        }
        failedMessage={t`Không tải được các trường`}
        hasCard
        hasRefetchToast
      >
        {({ pages }) => {
          const [first] = pages as [Dashboard, ...Dashboard[]];
          return (
            <div ref={printOnly} className={classes.page}>
              <PageHeader title={title}>
                <Counts totals={first.totals} />
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={20} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t`In`}
                </Button>
              </PageHeader>
              {first.totals.schools === 0 ? (
                <NoSchool />
              ) : (
                <>
                  <DashboardFigures totals={first.totals} />
                  <TablePanel label={t`Trường học`}>
                    <Filters levels={first.totals.levels} />
                    {first.found === 0 ? (
                      <EmptyState
                        picture={<SproutPicture />}
                        title={t`Không có trường nào phù hợp`}
                      />
                    ) : (
                      <SchoolsTable schools={pages.flatMap(({ schools }) => schools)} />
                    )}
                    <MoreButton list={list} />
                  </TablePanel>
                </>
              )}
            </div>
          );
        }}
      </Loaded>
      <Shortcuts />
    </div>
  );
}

function Counts({ totals: { schools, classes: classCount } }: Pick<Dashboard, 'totals'>) {
  const [schoolText, classText] = [formatCount(schools), formatCount(classCount)];
  return <p className={classes.counts}>{t`${schoolText} trường · ${classText} lớp`}</p>;
}

function NoSchool() {
  return (
    <TablePanel>
      <EmptyState
        picture={<SproutPicture />}
        title={t`Chưa có trường nào`}
        text={t`Hãy thêm trường đầu tiên.`}
      >
        <Button component={Link} to={paths.accounts}>
          {t`Thêm trường`}
        </Button>
      </EmptyState>
    </TablePanel>
  );
}

function useFilters() {
  const { params } = useUrlParams();
  const [q] = useDebouncedValue(params.get('q') ?? '', searchDelayMs);
  return {
    q: q || undefined,
    level: concernLevels.find((level) => level === params.get('level')),
    sort: schoolOrders.find((order) => order === params.get('sort')) ?? schoolOrders[0],
  };
}

function Filters({ levels }: Pick<Dashboard['totals'], 'levels'>) {
  const { params, choose } = useUrlParams();
  const { level: chosen, sort } = useFilters();
  const orderNames = {
    concern: t`Cần chú ý trước`,
    name: t`Tên trường`,
    coverage: t`Điểm danh ít nhất`,
    post: t`Bài chờ lâu nhất`,
    logins: t`Đăng nhập ít nhất`,
    use: t`Lâu không hoạt động`,
  };
  return (
    <div className={classes.filters}>
      <TableTools>
        <SearchField
          label={t`Tìm trường`}
          value={params.get('q') ?? ''}
          onChange={(q) => choose({ q: q || null })}
        />
        <NativeSelect
          aria-label={t`Thứ tự`}
          value={sort}
          data={schoolOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={(event) => choose({ sort: event.currentTarget.value })}
        />
      </TableTools>
      <div className={classes.levels} role="group" aria-label={t`Tình trạng`}>
        {concernLevels.map((level) => (
          <FilterChip
            key={level}
            label={getLevelName(level)}
            count={levels[level]}
            isChosen={level === chosen}
            onChoose={() => choose({ level: level === chosen ? null : level })}
          />
        ))}
      </div>
    </div>
  );
}
