import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { factors } from '@lop-xanh/contract/factors';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button, Group, Stack } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { factorsQuery, type RemovableFactor } from './factors.api.ts';
import { AddAppDialog, AddPasskeyDialog, RemoveDialog, RenewCodesDialog } from './lazy-dialogs.ts';
import classes from './second-factors.module.css';

type Factors = ResponseOf<typeof factors.read>;
type OpenDialog = 'app' | 'passkey' | 'codes' | { removed: RemovableFactor } | null;

/** What a teacher, Mod or Admin needs besides the password. */
export function SecondFactors() {
  const query = useQuery(factorsQuery);
  return (
    <Card title={t`Xác thực hai bước`}>
      <Loaded
        query={query}
        skeleton={<Skeleton lines={3} />}
        failedMessage={t`Không tải được các cách xác thực`}
      >
        {(data) => <FactorList factors={data} />}
      </Loaded>
    </Card>
  );
}

function FactorList({ factors }: { factors: Factors }) {
  const { hasApp, passkeys, recoveryCodesLeft } = factors;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const hasFactor = hasApp || passkeys.length > 0;
  return (
    <Stack>
      <p>
        {t`Ngoài mật khẩu, mỗi lần đăng nhập cần thêm điện thoại hoặc máy của bạn: người biết mật khẩu vẫn không vào được.`}
      </p>
      {hasFactor && (
        <ul className={classes.list} aria-label={t`Cách xác thực`}>
          {hasApp && (
            <Factor
              icon={<IconDeviceMobile size={22} aria-hidden />}
              name={t`Ứng dụng xác thực`}
              onRemove={() => setDialog({ removed: 'app' })}
            />
          )}
          {passkeys.map(({ id, name, createdAt }) => {
            const day = formatDay(createdAt);
            return (
              <Factor
                key={id}
                icon={<IconFingerprint size={22} aria-hidden />}
                name={name}
                detail={t`Khóa truy cập, thêm ngày ${day}`}
                onRemove={() => setDialog({ removed: id })}
              />
            );
          })}
        </ul>
      )}
      <Group gap="sm">
        {!hasApp && (
          <Button
            variant="light"
            aria-haspopup="dialog"
            leftSection={<IconDeviceMobile size={20} aria-hidden />}
            onClick={() => setDialog('app')}
          >
            {t`Thêm ứng dụng xác thực`}
          </Button>
        )}
        {'PublicKeyCredential' in globalThis && (
          <Button
            variant="light"
            aria-haspopup="dialog"
            leftSection={<IconFingerprint size={20} aria-hidden />}
            onClick={() => setDialog('passkey')}
          >
            {t`Thêm khóa truy cập`}
          </Button>
        )}
      </Group>
      {hasFactor && (
        <Group gap="sm" justify="space-between">
          <span>{t`Còn ${recoveryCodesLeft} mã dự phòng`}</span>
          <Button variant="subtle" aria-haspopup="dialog" onClick={() => setDialog('codes')}>
            {t`Tạo mã mới`}
          </Button>
        </Group>
      )}
      {dialog === 'app' && <AddAppDialog onClose={close} />}
      {dialog === 'passkey' && <AddPasskeyDialog onClose={close} />}
      {dialog === 'codes' && <RenewCodesDialog onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && (
        <RemoveDialog factor={dialog.removed} onClose={close} />
      )}
    </Stack>
  );
}

interface FactorProps {
  icon: ReactNode;
  name: string;
  detail?: string;
  onRemove: () => void;
}

function Factor({ icon, name, detail, onRemove }: FactorProps) {
  return (
    <li className={classes.factor}>
      {icon}
      <span className={classes.name}>
        <strong>{name}</strong>
        {detail && <span className={classes.soft}>{detail}</span>}
      </span>
      <Button
        variant="default"
        size="compact-md"
        aria-haspopup="dialog"
        aria-label={t`Xóa ${name}`}
        onClick={onRemove}
      >
        {t`Xóa`}
      </Button>
    </li>
  );
}
