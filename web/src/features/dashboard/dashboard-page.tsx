import { t } from '@lingui/core/macro';
import { type Dashboard, schoolOrders } from '@lop-xanh/contract/dashboard';
import { concernLevels } from '@lop-xanh/contract/rules/concerns';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatCount } from '../../language/format-count.ts';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useToday } from '../../lib/today.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { holdBack, Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TablePanel, TableTools } from '../../ui/table-panel.tsx';
import { dashboardQuery, loginsQuery } from './dashboard.api.ts';
import { DashboardFigures } from './dashboard-figures.tsx';
import classes from './dashboard-page.module.css';
import { LoginsPlot } from './logins-plot.tsx';
import { SchoolRates } from './school-rates.tsx';
import { getLevelName, SchoolsTable } from './schools-table.tsx';

const searchDelayMs = 250;

/** All schools: four figures, and the schools that need attention first. */
export function DashboardPage() {
  const filters = useFilters();
  const list = useInfiniteQuery(dashboardQuery(filters));
  const monday = useUrlParams().params.get('logins') ?? undefined;
  const logins = useQuery(loginsQuery(monday));
  const title = messages.navigation.dashboard;
  return (
    <div className={classes.page}>
      <Loaded
        query={holdBack(list, logins.isLoading)}
        pageTitle={title}
        skeleton={<PageSkeleton />}
        failedMessage={t`Không tải được các trường`}
        hasCard
        hasRefetchToast
      >
        {({ pages }) => {
          const [first] = pages as [Dashboard, ...Dashboard[]];
          return (
            <div ref={printOnly} className={classes.page}>
              <PageHeader title={title}>
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={20} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t`In`}
                </Button>
              </PageHeader>
              <Counts totals={first.totals} />
              {first.totals.schools === 0 ? (
                <NoSchool />
              ) : (
                <>
                  <DashboardFigures totals={first.totals} />
                  <div className={classes.plots}>
                    <LoginsPlot logins={logins} monday={monday} />
                    <SchoolRates rates={first.rates} totals={first.totals} />
                  </div>
                  <TablePanel label={t`Trường học`}>
                    <Filters totals={first.totals} />
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
    </div>
  );
}

function Counts({ totals: { schools, classes: classCount } }: Pick<Dashboard, 'totals'>) {
  const [schoolText, classText] = [formatCount(schools), formatCount(classCount)];
  const day = formatDay(useToday());
  return <p className={classes.counts}>{t`${schoolText} trường · ${classText} lớp · ${day}`}</p>;
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
    concern: params.get('concern') === 'no_mod' ? ('no_mod' as const) : undefined,
    sort: schoolOrders.find((order) => order === params.get('sort')) ?? schoolOrders[0],
  };
}

function Filters({ totals: { levels, withoutMod } }: Pick<Dashboard, 'totals'>) {
  const { params, choose } = useUrlParams();
  const { level: chosen, concern, sort } = useFilters();
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
            onChoose={() => choose({ level: level === chosen ? null : level, concern: null })}
          />
        ))}
        <FilterChip
          label={t`Chưa có Mod`}
          count={withoutMod}
          isChosen={concern !== undefined}
          onChoose={() => choose({ concern: concern ? null : 'no_mod', level: null })}
        />
      </div>
    </div>
  );
}
