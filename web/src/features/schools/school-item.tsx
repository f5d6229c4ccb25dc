import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm, showAlert } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteSchool, useRenameSchool } from './schools.api.ts';
import classes from './schools-panel.module.css';

interface Props {
  school: School;
  isChosen: boolean;
  onChoose: () => void;
}

export function SchoolItem({ school, isChosen, onChoose }: Props) {
  const { school_name, can } = school;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <li className={classes.item} data-chosen={isChosen || undefined}>
      {isEditing ? (
        <NameEditor school={school} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <button
            type="button"
            className={classes.name}
            aria-current={isChosen || undefined}
            onClick={onChoose}
            lang="vi"
          >
            {school_name}
          </button>
          {can.edit && (
            <>
              <ActionIcon
                variant="subtle"
                aria-label={t`Edit ${school_name}`}
                onClick={() => setIsEditing(true)}
              >
                <IconPencil size={22} />
              </ActionIcon>
              <DeleteButton school={school} />
            </>
          )}
        </>
      )}
    </li>
  );
}

/** Edits the name in place: Enter saves, Escape cancels. */
function NameEditor({ school, onClose }: { school: School; onClose: () => void }) {
  const { school_name } = school;
  const rename = useRenameSchool(school);
  const [name, setName] = useState(school_name);
  // A second Enter can arrive before the dialog takes the focus.
  const isAlertOpen = useRef(false);
  const alertNameRequired = async () => {
    isAlertOpen.current = true;
    await showAlert({ title: t`Schools`, message: messages.schools.nameRequired });
    isAlertOpen.current = false;
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || isAlertOpen.current) return;
    const newName = name.trim();
    if (newName === '') void alertNameRequired();
    else if (newName === school_name) onClose();
    else rename.mutate(newName, { onSuccess: onClose, onError: showSaveError });
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form className={classes.edit} onSubmit={save}>
      <TextInput
        aria-label={t`Tên của ${school_name}`}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={cancelOnEscape}
        ref={focusField}
      />
      <ActionIcon type="submit" variant="filled" aria-label={t`Lưu`} loading={rename.isPending}>
        <IconCheck size={22} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t`Hủy`} onClick={onClose}>
        <IconX size={22} />
      </ActionIcon>
    </form>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

export function showSaveError(error: unknown): void {
  const reason = describeError(error, t`máy chủ gặp lỗi hoặc không trả lời`);
  toast({ kind: 'error', message: messages.schools.saveFailed(reason) });
}

function DeleteButton({ school: { id, school_name } }: { school: School }) {
  const remove = useDeleteSchool();
  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa trường?`,
      message: t`“${school_name}” sẽ bị xóa. Chỉ xóa được trường không còn tài khoản và lớp học.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    remove.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã xóa trường ${school_name}` }),
      onError: (error) => {
        const reason = describeError(error, t`máy chủ gặp lỗi hoặc không trả lời`);
        toast({ kind: 'error', message: messages.schools.deleteFailed(reason) });
      },
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={t`Delete ${school_name}`}
      loading={remove.isPending}
      onClick={() => void confirmDelete()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
