import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { SelectionOutcome } from '@lop-xanh/contract/selected-accounts';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { MoveDialog } from './move-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';

interface Props {
  student: Account & { school_id: number };
  onClose: () => void;
}

/** Moves one student to another class. */
export function MoveStudentDialog({ student, onClose }: Props) {
  const { id, school_id, full_name: name } = student;
  const [outcome, setOutcome] = useState<SelectionOutcome>();
  if (outcome) return <OutcomeDialog outcome={outcome} onClose={onClose} />;
  const finish = (moved: SelectionOutcome) => {
    if (moved.skipped.length > 0) return setOutcome(moved);
    toast({ kind: 'success', message: t`Đã chuyển lớp cho ${name}` });
    onClose();
  };
  return <MoveDialog schoolId={school_id} ids={[id]} onMoved={finish} onClose={onClose} />;
}
