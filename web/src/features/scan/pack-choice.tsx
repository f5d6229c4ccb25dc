import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { type scan, wasteGroups } from '@lop-xanh/contract/scan';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import bins from './bin-colours.module.css';
import classes from './pack-choice.module.css';
import { packsQuery, useChoosePack } from './packs.api.ts';
import { translateWaste } from './translate-answer.ts';

type PackChoiceData = ResponseOf<typeof scan.packs>;
type Pack = PackChoiceData['packs'][number];

/** By which rules the scanner of a school answers. */
export function PackChoice({ schoolId }: { schoolId: number }) {
  return (
    <Loaded
      query={useQuery(packsQuery(schoolId))}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage={t`Không tải được các quy định phân loại rác`}
      hasCard
    >
      {(choice) => <ChoiceForm key={choice.chosen} choice={choice} schoolId={schoolId} />}
    </Loaded>
  );
}

function ChoiceForm({ choice, schoolId }: { choice: PackChoiceData; schoolId: number }) {
  const [packId, setPackId] = useState(choice.chosen);
  const { mutate, isPending, error } = useChoosePack(schoolId);
  const pack = choice.packs.find(({ id }) => id === packId);
  const save = () =>
    mutate(packId, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã lưu quy định phân loại rác` }),
    });
  return (
    <Card title={t`Quy định phân loại rác`}>
      <div className={classes.form}>
        <RadioList
          label={t`Máy quét trả lời học sinh theo`}
          options={choice.packs.map(({ id, name }) => ({ value: id, label: name }))}
          value={packId}
          onChange={setPackId}
        />
        {pack && <PackDetails pack={pack} />}
        <FormError message={error && describeError(error, t`Chưa lưu được, hãy thử lại`)} />
        <Button
          className={classes.save ?? ''}
          disabled={packId === choice.chosen}
          loading={isPending}
          onClick={save}
        >
          {t`Lưu`}
        </Button>
      </div>
    </Card>
  );
}

function PackDetails({ pack: { groups, sources } }: { pack: Pack }) {
  return (
    <div aria-live="polite">
      <dl className={classes.groups}>
        {wasteGroups.map((group) => {
          const { name, bin } = groups[group];
          return (
            <div key={group} className={bins.colours} data-colour={bin.colour}>
              <dt>{translateWaste(name)}</dt>
              <dd>{translateWaste(bin.name)}</dd>
            </div>
          );
        })}
      </dl>
      <h3 className={classes.heading}>{t`Căn cứ`}</h3>
      <ul className={classes.sources}>
        {sources.map(({ title, url, date }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" lang="vi">
              {title}
            </a>{' '}
            ({formatDay(date)})
          </li>
        ))}
      </ul>
    </div>
  );
}
