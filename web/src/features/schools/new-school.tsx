import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormModal } from '../../ui/form-modal.tsx';
import { showSaveError } from './school-item.tsx';
import { useAddSchool } from './schools.api.ts';

interface Props {
  onClose: () => void;
  onAdded: (school: School) => void;
}

export function NewSchool({ onClose, onAdded }: Props) {
  const add = useAddSchool();
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending || name.trim() === '') return;
    add.mutate(name.trim(), {
      onSuccess: (school) => {
        onAdded(school);
        onClose();
      },
      onError: showSaveError,
    });
  };
  return (
    <FormModal title={t`Thêm trường`} onClose={onClose}>
      {({ onUnsaved, close }) => (
        <form noValidate onSubmit={save}>
          <Stack>
            <TextInput
              label={t`Tên trường`}
              maxLength={200}
              value={name}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value);
                onUnsaved(currentTarget.value.trim() !== '');
              }}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t`Hủy`}
              </Button>
              <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
                {t`Lưu`}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}
