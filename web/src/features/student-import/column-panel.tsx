import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import {
  type ImportColumn,
  type ImportField,
  importFields,
} from '@lop-xanh/contract/student-import';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconHistory,
  IconMinus,
} from '@tabler/icons-react';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './import-page.module.css';
import { fieldLabels } from './import-texts.ts';

interface Props {
  columns: ImportColumn[];
  isDisabled: boolean;
  onChoose: (heading: string, field: ImportField | null) => void;
}

/** What each column of the file is imported as. */
export function ColumnPanel({ columns, isDisabled, onChoose }: Props) {
  const count = columns.length;
  const doubtful = columns.filter(({ isTwice }) => isTwice).length;
  return (
    <section className={classes.card} aria-labelledby="import-columns">
      <header className={classes.head}>
        <h2 id="import-columns">{t`Cột trong tệp`}</h2>
        <span className={classes.pill} data-kind="done">{t`nhớ cho lần sau`}</span>
        <span className={classes.soft}>
          {doubtful > 0 ? t`${count} cột, ${doubtful} cần xem` : t`${count} cột`}
        </span>
      </header>
      <ul className={classes.columns}>
        {columns.map((column) => (
          <li key={column.heading}>
            <span className={classes.column} lang="vi">
              <strong>{column.heading}</strong>
              <span className={classes.soft}>{column.samples.join(' · ') || '—'}</span>
            </span>
            <IconArrowRight size={18} aria-hidden className={classes.arrow} />
            <NativeSelect
              aria-label={t`Nhập cột ${column.heading} vào`}
              value={column.field ?? ''}
              disabled={isDisabled}
              data={[
                { value: '', label: t`Không nhập` },
                ...importFields.map((field) => ({
                  value: field,
                  label: i18n._(fieldLabels[field]),
                })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                onChoose(column.heading, value === '' ? null : (value as ImportField))
              }
            />
            <ColumnState column={column} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ColumnState({ column: { field, isTwice, isRemembered } }: { column: ImportColumn }) {
  if (isTwice) {
    return (
      <IconAlertTriangle
        size={20}
        className={classes.warning}
        aria-label={t`Hai cột vào một mục`}
      />
    );
  }
  if (isRemembered) {
    return (
      <IconHistory
        size={20}
        className={field ? classes.good : classes.soft}
        aria-label={t`Như lần trước`}
      />
    );
  }
  return field ? (
    <IconCheck size={20} className={classes.good} aria-label={t`Đã hiểu`} />
  ) : (
    <IconMinus size={20} className={classes.soft} aria-label={t`Không nhập`} />
  );
}
