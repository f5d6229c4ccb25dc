import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { CardState } from '@lop-xanh/contract/cards';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TablePanel, TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { IssuedPasswordsDialog, ResetClassButton } from '../accounts/public.ts';
import { PersonLink } from '../people/public.ts';
import { CardActions } from './card-actions.tsx';
import { CardStatus } from './card-status.tsx';
import { classCardsQuery } from './cards.api.ts';
import classes from './class-cards-panel.module.css';
import { IssuedCardsDialog } from './issued-cards-dialog.tsx';
import { type IssuedSheets, PrintCardsDialog } from './print-cards-dialog.tsx';

const listColumns = (): Column<CardState>[] => [
  {
    name: t`Họ và tên`,
    cell: ({ student_id, full_name }) => (
      <span lang="vi">
        <PersonLink id={student_id} isPlain>
          {full_name}
        </PersonLink>
      </span>
    ),
  },
  { name: t`Tên đăng nhập`, cell: ({ username }) => username },
  { name: t`Thẻ`, cell: (card) => <CardStatus card={card} /> },
  { name: t`Ngày in`, cell: ({ issuedAt }) => <PrintDay instant={issuedAt} />, isNowrap: true },
];

/** The cards of the class chosen in the URL, by default of the user's own or the first. */
export function ClassCardsPanel({ schoolClasses }: { schoolClasses: readonly SchoolClass[] }) {
  const { class_id } = useUser();
  const { params, choose } = useUrlParams();
  const [isPrinting, setIsPrinting] = useState(false);
  const [issued, setIssued] = useState<IssuedSheets>();
  const chosen =
    schoolClasses.find(({ id }) => String(id) === params.get('class')) ??
    schoolClasses.find(({ id }) => id === class_id) ??
    schoolClasses[0];
  if (!chosen) return null;
  const { name } = chosen;
  return (
    <TablePanel label={t`Thẻ của lớp ${name}`}>
      <TableTools>
        <div className={classes.tools}>
          {schoolClasses.length > 1 ? (
            <NativeSelect
              aria-label={t`Lớp`}
              value={String(chosen.id)}
              data={schoolClasses.map(({ id, name }) => ({
                value: String(id),
                label: t`Lớp ${name}`,
              }))}
              onChange={({ currentTarget }) => choose({ class: currentTarget.value })}
            />
          ) : (
            <h2 className={classes.title}>{t`Lớp ${name}`}</h2>
          )}
        </div>
        <ResetClass key={chosen.id} schoolClass={chosen} />
        <Button
          leftSection={<IconPrinter size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setIsPrinting(true)}
        >
          {t`In thẻ…`}
        </Button>
      </TableTools>
      <Cards key={chosen.id} schoolClass={chosen} onIssued={setIssued} />
      {isPrinting && (
        <PrintCardsDialog
          schoolClasses={schoolClasses}
          chosen={chosen}
          onIssued={(sheets) => {
            setIsPrinting(false);
            setIssued(sheets);
          }}
          onClose={() => setIsPrinting(false)}
        />
      )}
      {issued && <IssuedCardsDialog {...issued} onClose={() => setIssued(undefined)} />}
    </TablePanel>
  );
}

/** For those who type a password, or cannot yet use their card. */
function ResetClass({ schoolClass }: { schoolClass: SchoolClass }) {
  const { data } = useQuery(classCardsQuery(schoolClass.id));
  return (
    <ResetClassButton schoolClass={schoolClass} schoolName={data?.school_name ?? ''} hasLabel />
  );
}

interface CardsProps {
  schoolClass: SchoolClass;
  onIssued: (issued: IssuedSheets) => void;
}

function Cards({ schoolClass, onIssued }: CardsProps) {
  const { id, name } = schoolClass;
  const [passwords, setPasswords] = useState<IssuedPassword[]>();
  return (
    <Loaded
      query={useQuery(classCardsQuery(id))}
      skeleton={<TableSkeleton />}
      failedMessage={t`Không tải được các thẻ`}
      isEmpty={({ cards }) => cards.length === 0}
      empty={<EmptyState picture={<SproutPicture />} title={t`Lớp chưa có học sinh nào`} />}
      hasRefetchToast
    >
      {({ cards, school_name }) => (
        <>
          <DataTable
            label={t`Thẻ của lớp ${name}`}
            columns={listColumns()}
            rows={cards}
            getRowKey={({ student_id }) => student_id}
            renderActions={(card) => (
              <CardActions
                schoolClass={schoolClass}
                card={card}
                onIssued={onIssued}
                onPassword={setPasswords}
              />
            )}
            paging="none"
          />
          {passwords && (
            <IssuedPasswordsDialog
              accounts={passwords}
              schoolName={school_name}
              onClose={() => setPasswords(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function PrintDay({ instant }: { instant: string | null }) {
  if (instant === null) return '—';
  return (
    <time dateTime={instant} title={formatRelativeTime(instant)}>
      {formatDate(instant)}
    </time>
  );
}
