import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { School } from '@lop-xanh/contract/schools';
import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
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
  const title = t`Schools`;
  const addLabel = t`Add`;
  const { schools = [], school: chosen } = useSchool();
  const { choose } = useUrlParams();
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const found = schools.filter(({ school_name }) => matchesSearch(school_name, search));
  const openSchool = ({ id }: School) =>
    choose({ school: id, grade: null, class: null, page: null });
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title} lang={getTextLanguage(title)}>
          {title}
        </h2>
        {schools.length > maxWithoutSearch && (
          <SearchField label={t`Tìm trường`} value={search} onChange={setSearch} />
        )}
        <RefreshButton />
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          lang={getTextLanguage(addLabel)}
          onClick={() => setIsAdding(true)}
        >
          {addLabel}
        </Button>
      </div>
      {found.length === 0 ? (
        <p className={classes.empty}>
          {schools.length === 0 ? t`Chưa có trường nào` : t`Không tìm thấy trường nào`}
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
  const label = t`Refresh`;
  const refresh = useRefreshAdminQueries();
  const [isRefreshing, setIsRefreshing] = useState(false);
  return (
    <Button
      variant="default"
      loading={isRefreshing}
      leftSection={<IconRefresh size={20} aria-hidden />}
      lang={getTextLanguage(label)}
      onClick={() => {
        setIsRefreshing(true);
        void refresh().finally(() => setIsRefreshing(false));
      }}
    >
      {label}
    </Button>
  );
}
