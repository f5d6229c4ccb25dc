import { t } from '@lingui/core/macro';
import {
  type ConsentDecision,
  type ConsentRecord,
  type ConsentSide,
  consentDecisions,
  consentSides,
} from '@lop-xanh/contract/consent';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconPhotoSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { studentConsentQuery, useRecordConsent } from './consent.api.ts';
import classes from './consent-dialog.module.css';
import { ConsentPostsDialog } from './consent-posts-dialog.tsx';
import { ConsentBadge, ConsentSides } from './consent-state.tsx';
import { describeRecord, getDecisionLabel, getSideLabel } from './consent-text.ts';
import { validateDay } from './validate-day.ts';

interface Student {
  id: number;
  full_name: string;
  parent_name: string | null;
}

interface Props {
  student: Student;
  onClose: () => void;
}

const reviewerRoles: readonly Role[] = ['Mod', 'Admin'];

/** Whether photos of a student may be shown, who said so, and a form for a paper form. */
export function ConsentDialog({ student, onClose }: Props) {
  const { id, full_name: name } = student;
  const { role } = useUser();
  const query = useQuery(studentConsentQuery(id));
  const [isReviewing, setIsReviewing] = useState(false);
  return (
    <>
      <FormModal title={t`Đồng ý đăng ảnh của ${name}`} size="36rem" onClose={onClose}>
        {(controls) => (
          <Loaded
            query={query}
            skeleton={<Skeleton lines={6} />}
            failedMessage={t`Không tải được câu trả lời`}
          >
            {(consent) => (
              <Stack>
                <div className={classes.state}>
                  <ConsentBadge state={consent} />
                  <ConsentSides consent={consent} />
                </div>
                {!consent.isGiven && reviewerRoles.includes(role) && (
                  <Button
                    variant="light"
                    leftSection={<IconPhotoSearch size={20} aria-hidden />}
                    onClick={() => setIsReviewing(true)}
                  >
                    {t`Xem lại các bài có ảnh`}
                  </Button>
                )}
                <History records={consent.records} />
                {consent.can.record && (
                  <PaperForm {...controls} student={student} onSaved={onClose} />
                )}
              </Stack>
            )}
          </Loaded>
        )}
      </FormModal>
      {isReviewing && (
        <ConsentPostsDialog studentId={id} name={name} onClose={() => setIsReviewing(false)} />
      )}
    </>
  );
}

function History({ records }: { records: readonly ConsentRecord[] }) {
  const count = records.length;
  if (count < 2) return null;
  return (
    <details className={classes.history}>
      <summary>{t`${count} câu trả lời đã ghi`}</summary>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <strong>{`${getSideLabel(record.side)}: ${getDecisionLabel(record.decision)}`}</strong>
            {record.guardian_name && ` (${record.guardian_name})`}
            <br />
            {describeRecord(record)}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FormProps extends FormControls {
  student: Student;
  onSaved: () => void;
}

interface PaperValues {
  side: ConsentSide;
  decision: ConsentDecision | null;
  guardian_name: string;
  decided_on: string;
}

function PaperForm({ student, onUnsaved, close, onSaved }: FormProps) {
  const today = useToday();
  const { id, full_name: name, parent_name } = student;
  const { mutateAsync: record } = useRecordConsent();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<PaperValues>({
    initialValues: {
      side: 'guardian',
      decision: null,
      guardian_name: parent_name ?? '',
      decided_on: today,
    },
    validate: {
      decision: (decision) => (decision ? null : t`Hãy chọn một câu trả lời`),
      decided_on: (day) => validateDay(day, today),
    },
    save: async ({ decision, guardian_name, ...fields }) => {
      if (decision === null) return;
      const guardian = guardian_name.trim();
      const body = {
        ...fields,
        decision,
        ...(fields.side === 'guardian' && guardian && { guardian_name: guardian }),
      };
      await record({ id, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi câu trả lời về ảnh của ${name}` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <h3 className={classes.heading}>{t`Ghi phiếu giấy`}</h3>
      <Stack>
        <NativeSelect
          label={t`Người trả lời`}
          data={consentSides.map((side) => ({ value: side, label: getSideLabel(side) }))}
          {...form.getInputProps('side')}
        />
        <RadioList
          label={t`Câu trả lời`}
          options={consentDecisions.map((value) => ({ value, label: getDecisionLabel(value) }))}
          value={form.values.decision}
          error={form.errors.decision as string | undefined}
          onChange={(decision) => form.setFieldValue('decision', decision)}
        />
        {form.values.side === 'guardian' && (
          <TextInput
            label={t`Người ký`}
            maxLength={maxAccountFieldLengths.parent_name}
            {...form.getInputProps('guardian_name')}
          />
        )}
        <TextInput
          type="date"
          label={t`Ngày ký`}
          required
          max={today}
          {...form.getInputProps('decided_on')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Ghi câu trả lời`}
        />
      </Stack>
    </form>
  );
}
