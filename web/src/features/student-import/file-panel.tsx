import { t } from '@lingui/core/macro';
import type { ImportCheck, ImportSheet } from '@lop-xanh/contract/student-import';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import { groupBy } from '../../lib/group-by.ts';
import classes from './import-page.module.css';

interface Props {
  file: File;
  check: ImportCheck;
  isDisabled: boolean;
  onOtherFile: () => void;
}

/** The file and its sheets. */
export function FilePanel({ file, check, isDisabled, onOtherFile }: Props) {
  const lists = check.sheets.filter(({ isList }) => isList);
  const others = check.sheets.filter(({ isList }) => !isList).map(({ name }) => name);
  const twoLine = lists.filter(({ hasTwoLineHeadings }) => hasTwoLineHeadings);
  const kilobytes = Math.ceil(file.size / 1024);
  const sheetCount = lists.length;
  const rowCount = formatCount(lists.reduce((sum, { rows }) => sum + rows, 0));
  const titleRows = Math.max(...lists.map(({ title_rows }) => title_rows));
  const endRows = lists.reduce((sum, { end_rows }) => sum + end_rows, 0);
  const names = { twoLine: twoLine.map(toLabel).join(', '), others: others.join(', ') };
  return (
    <section className={classes.card} aria-label={t`Tệp`}>
      <div className={classes.file}>
        <IconFileSpreadsheet size={26} aria-hidden />
        <div>
          <strong>{file.name}</strong>
          <p className={classes.soft}>
            {t`${kilobytes} kB`}
            {titleRows > 0 && ` · ${t`bỏ ${titleRows} dòng tiêu đề đầu trang`}`}
            {endRows > 0 && ` · ${t`bỏ ${endRows} dòng tổng cộng, chữ ký`}`}
          </p>
        </div>
        <Button variant="subtle" disabled={isDisabled} onClick={onOtherFile}>
          {t`Chọn tệp khác`}
        </Button>
      </div>
      <div className={classes.sheets}>
        {sheetCount > 1 && <SheetGrid sheets={lists} />}
        <div className={classes.sheetFacts}>
          <p className={classes.figure}>{t`${sheetCount} trang`}</p>
          <p>{t`${rowCount} dòng học sinh`}</p>
          {twoLine.length > 0 && (
            <p className={classes.warning}>
              <IconAlertTriangle size={20} aria-hidden />
              {t`${names.twoLine}: tiêu đề ghép hai dòng, đã tách`}
            </p>
          )}
          {others.length > 0 && (
            <p className={classes.soft}>{t`Không có danh sách: ${names.others}`}</p>
          )}
        </div>
      </div>
    </section>
  );
}

const toLabel = ({ class_name, name }: ImportSheet) => class_name ?? name;

function SheetGrid({ sheets }: { sheets: ImportSheet[] }) {
  const rows = [...groupBy(sheets, ({ class_name }) => class_name?.[0] ?? '')].toSorted(
    ([a], [b]) => a.localeCompare(b),
  );
  return (
    <ul className={classes.grades} aria-label={t`Các trang`}>
      {rows.map(([grade, list]) => (
        <li key={grade}>
          <span className={classes.soft}>{grade ? t`Khối ${grade}` : t`Khác`}</span>
          <ul className={classes.chips}>
            {list.map((sheet) => (
              <li key={sheet.name} data-warning={sheet.hasTwoLineHeadings || undefined}>
                {toLabel(sheet)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
