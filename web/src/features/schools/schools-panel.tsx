import { limits } from '@lop-xanh/contract/rules/limits';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRefreshAdminQueries } from '../../lib/admin-mutations.ts';
import { matchesSearch } from '../../lib/search-text.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { NewSchool } from './new-school.tsx';
import { SchoolItem } from './school-item.tsx';
import classes from './schools-panel.module.css';
import { useSchool } from './use-school.ts';

/** A longer list gets a search field. */
const maxWithoutSearch = 12;

/** All schools; the selected one is shown beside the list. */
export function SchoolsPanel() {
  const { schools = [], school: chosen } = useSchool();
  const { choose } = useUrlParams();
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const found = schools.filter(({ school_name }) => matchesSearch(school_name, search));
  const openSchool = ({ id }: School) =>
    choose({ school: id, grade: null, class: null, page: null });
  return (
    <section className={classes.panel} aria-label="Schools">
      <div className={classes.head}>
        <h2 className={classes.title}>Schools</h2>
        {schools.length > maxWithoutSearch && (
          <SearchField label="Tìm trường" value={search} onChange={setSearch} />
        )}
        <RefreshButton />
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setIsAdding(true)}>
          Add
        </Button>
      </div>
      {found.length === 0 ? (
        <p className={classes.empty}>
          {schools.length === 0 ? 'Chưa có trường nào' : 'Không tìm thấy trường nào'}
        </p>
      ) : (
        <ul className={classes.list} style={{ maxHeight: limits.schoolListHeightPx }}>
          {found.map((school) => (
            <SchoolItem
              key={school.id}
              school={school}
              isChosen={school.id === chosen?.id}
              onChoose={() => openSchool(school)}
            />
          ))}
        </ul>
      )}
      {isAdding && <NewSchool onClose={() => setIsAdding(false)} onAdded={openSchool} />}
    </section>
  );
}

function RefreshButton() {
  const refresh = useRefreshAdminQueries();
  const [isRefreshing, setIsRefreshing] = useState(false);
  return (
    <Button
      variant="default"
      loading={isRefreshing}
      leftSection={<IconRefresh size={20} aria-hidden />}
      onClick={() => {
        setIsRefreshing(true);
        void refresh().finally(() => setIsRefreshing(false));
      }}
    >
      Refresh
    </Button>
  );
}
