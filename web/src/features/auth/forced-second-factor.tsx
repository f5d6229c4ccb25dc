import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { factorsQuery, SecondFactors, useReloadProfile } from '../factors/public.ts';
import classes from './forced-second-factor.module.css';
import { askToLogOut } from './log-out.ts';

/** Replaces every page until a user for whom it is required has added a second factor. */
export function ForcedSecondFactor() {
  const user = useUser();
  const { data } = useQuery(factorsQuery);
  const reload = useReloadProfile();
  const hasFactor = data !== undefined && (data.hasApp || data.passkeys.length > 0);
  return (
    <main className={classes.page}>
      <title>{`${t`Xác thực hai bước`} · Lớp Xanh`}</title>
      <Stack>
        <h1 className={classes.title}>{t`Thêm một bước bảo vệ`}</h1>
        <p>{t`Nhà trường yêu cầu quản trị viên đăng nhập bằng hai bước. Hãy thêm một cách để tiếp tục.`}</p>
        <SecondFactors />
        <Button disabled={!hasFactor} onClick={reload}>
          {t`Tiếp tục`}
        </Button>
        <Button
          variant="default"
          lang={getTextLanguage(messages.navigation.logout)}
          onClick={() => void askToLogOut(user)}
        >
          {messages.navigation.logout}
        </Button>
      </Stack>
    </main>
  );
}
