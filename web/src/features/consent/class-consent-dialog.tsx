import { t } from '@lingui/core/macro';
import {
  type ConsentSide,
  type ConsentState,
  type consent,
  consentDecisions,
  consentSides,
} from '@lop-xanh/contract/consent';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { PersonLink } from '../people/public.ts';
import {
  agreeForOthers,
  listChangedAnswers,
  type SheetAnswers,
  toAnswers,
} from './class-answers.ts';
import classes from './class-consent-dialog.module.css';
import { classConsentQuery, useRecordClassConsent } from './consent.api.ts';
import { getDecisionLabel, getSideLabel } from './consent-text.ts';
import { validateDay } from './validate-day.ts';

interface Props {
  classId: number;
  className: string;
  onClose: () => void;
}

/** Records the paper forms of a whole class at once. */
export function ClassConsentDialog({ classId, className: name, onClose }: Props) {
  const query = useQuery(classConsentQuery(classId));
  return (
    <FormModal title={t`Đồng ý đăng ảnh của lớp ${name}`} size="48rem" onClose={onClose}>
      {(controls) => (
        <Loaded
          query={query}
          skeleton={<Skeleton lines={6} />}
          failedMessage={t`Không tải được câu trả lời`}
          empty={<EmptyState picture={<SproutPicture />} title={t`Lớp chưa có học sinh nào`} />}
        >
          {(students) => (
            <ClassForm {...controls} classId={classId} students={students} onSaved={onClose} />
          )}
        </Loaded>
      )}
    </FormModal>
  );
}

type ClassStudent = ResponseOf<typeof consent.ofClass>['students'][number];

interface FormProps extends FormControls {
  classId: number;
  students: readonly ClassStudent[];
  onSaved: () => void;
}

interface ClassValues {
  decided_on: string;
  answers: SheetAnswers;
}

function ClassForm({ classId, students: current, onUnsaved, close, onSaved }: FormProps) {
  const today = useToday();
  // A background refetch must not change what the answers are compared with.
  const [students] = useState(current);
  const { mutateAsync: record } = useRecordClassConsent();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<ClassValues>({
    initialValues: { decided_on: today, answers: toAnswers(students) },
    validate: { decided_on: (day) => validateDay(day, today) },
    save: async ({ decided_on, answers }) => {
      const records = listChangedAnswers(students, answers);
      if (records.length === 0) return;
      const body = { decided_on, records };
      await record({ id: classId, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi câu trả lời của lớp` });
      onSaved();
    },
  });
  const { answers } = form.values;
  const changes = listChangedAnswers(students, answers).length;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{t`Chọn câu trả lời theo phiếu giấy. Chỉ những câu trả lời đã đổi được ghi lại.`}</Text>
        <TextInput
          type="date"
          label={t`Ngày ký`}
          required
          max={today}
          className={classes.date ?? ''}
          {...form.getInputProps('decided_on')}
        />
        <div className={classes.head}>
          {consentSides.map((side) => (
            <Button
              key={side}
              variant="light"
              onClick={() => form.setFieldValue('answers', agreeForOthers(students, answers, side))}
            >
              {getAgreeLabel(side)}
            </Button>
          ))}
        </div>
        <p className={classes.columns} aria-hidden>
          {consentSides.map((side) => (
            <span key={side}>{getSideLabel(side)}</span>
          ))}
        </p>
        <ul className={classes.rows} aria-label={t`Học sinh`}>
          {students.map((student) => (
            <Row
              key={student.id}
              student={student}
              getSideProps={(side) => form.getInputProps(`answers.${student.id}.${side}`)}
            />
          ))}
        </ul>
        <FormFooter
          isSticky
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={changes === 0 ? t`Ghi câu trả lời` : t`Ghi ${changes} câu trả lời`}
        />
      </Stack>
    </form>
  );
}

function getAgreeLabel(side: ConsentSide): string {
  return side === 'guardian' ? t`Phụ huynh chưa trả lời: đồng ý` : t`Học sinh chưa trả lời: đồng ý`;
}

interface RowProps {
  student: ClassStudent;
  getSideProps: (side: ConsentSide) => object;
}

function Row({ student, getSideProps }: RowProps) {
  const { full_name: name, code } = student;
  return (
    <li className={classes.row}>
      <div className={classes.student}>
        <p className={classes.name} lang="vi">
          <PersonLink id={student.id} isPlain>
            {name}
          </PersonLink>
        </p>
        {code && <p className={classes.code}>{code}</p>}
      </div>
      {consentSides.map((side) => (
        <NativeSelect
          key={side}
          aria-label={`${getSideLabel(side)}: ${name}`}
          description={getSideLabel(side)}
          classNames={{ description: classes.side ?? '' }}
          inputWrapperOrder={['description', 'input']}
          data={listOptions(student, side)}
          {...getSideProps(side)}
        />
      ))}
    </li>
  );
}

/** Nobody can take an answer back, only change it. */
function listOptions(student: ClassStudent, side: ConsentSide) {
  const unanswered =
    student[side] === null ? [{ value: '', label: getUnanswered(student, side) }] : [];
  return [
    ...unanswered,
    ...consentDecisions.map((value) => ({ value, label: getDecisionLabel(value) })),
  ];
}

function getUnanswered({ needsChild }: ConsentState, side: ConsentSide): string {
  return side === 'child' && !needsChild ? t`Chưa cần` : getDecisionLabel(null);
}
