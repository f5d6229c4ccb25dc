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
          >
            {school.school_name}
          </button>
          {school.can.edit && (
            <>
              <ActionIcon
                variant="subtle"
                aria-label={`Edit ${school.school_name}`}
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
  const rename = useRenameSchool(school);
  const [name, setName] = useState(school.school_name);
  // A second Enter can arrive before the dialog takes the focus.
  const isAlertOpen = useRef(false);
  const alertNameRequired = async () => {
    isAlertOpen.current = true;
    await showAlert({ title: 'Schools', message: messages.schools.nameRequired });
    isAlertOpen.current = false;
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || isAlertOpen.current) return;
    const newName = name.trim();
    if (newName === '') void alertNameRequired();
    else if (newName === school.school_name) onClose();
    else rename.mutate(newName, { onSuccess: onClose, onError: showSaveError });
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form className={classes.edit} onSubmit={save}>
      <TextInput
        aria-label={`Tên của ${school.school_name}`}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={cancelOnEscape}
        ref={focusField}
      />
      <ActionIcon type="submit" variant="filled" aria-label="Lưu" loading={rename.isPending}>
        <IconCheck size={22} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label="Hủy" onClick={onClose}>
        <IconX size={22} />
      </ActionIcon>
    </form>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

export function showSaveError(error: unknown): void {
  const reason = describeError(error, 'máy chủ gặp lỗi hoặc không trả lời');
  toast({ kind: 'error', message: messages.schools.saveFailed(reason) });
}

function DeleteButton({ school: { id, school_name } }: { school: School }) {
  const remove = useDeleteSchool();
  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: 'Xóa trường?',
      message: `“${school_name}” sẽ bị xóa. Chỉ xóa được trường không còn tài khoản và lớp học.`,
      confirmLabel: 'Delete',
      isDanger: true,
    });
    if (!isConfirmed) return;
    remove.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: `Đã xóa trường ${school_name}` }),
      onError: (error) => {
        const reason = describeError(error, 'máy chủ gặp lỗi hoặc không trả lời');
        toast({ kind: 'error', message: messages.schools.deleteFailed(reason) });
      },
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={`Delete ${school_name}`}
      loading={remove.isPending}
      onClick={() => void confirmDelete()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
