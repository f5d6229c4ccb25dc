import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';
import { saveFile } from '../../lib/download.ts';
import { toast } from '../../ui/toast.ts';
import classes from './recovery-codes.module.css';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: who loses the phone logs in with one of these. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = codes.join('\n');
  const copy = async () => {
    const isCopied = await copyText(text);
    toast(
      isCopied
        ? { kind: 'success', message: t`Đã chép các mã` }
        : { kind: 'error', message: t`Trình duyệt không cho chép`, id: 'copy' },
    );
  };
  return (
    <Stack>
      <Text>
        {t`Mỗi mã thay cho bước thứ hai một lần, khi bạn không có điện thoại. Hãy cất ở nơi an toàn: các mã này không hiện lại.`}
      </Text>
      <ul className={classes.codes} aria-label={t`Mã dự phòng`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          {t`Chép`}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'lop-xanh-ma-du-phong.txt')
          }
        >
          {t`Tải về`}
        </Button>
      </Group>
      <Button onClick={onDone}>{t`Tôi đã cất các mã`}</Button>
    </Stack>
  );
}
