import { t } from '@lingui/core/macro';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { setDeviceLanguage, showLanguage } from '../../language/language.ts';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { Brand } from '../../ui/brand.tsx';
import { welcomeQuery } from './auth.api.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { type Credentials, LoginForm } from './login-form.tsx';
import classes from './login-page.module.css';

/** Nobody waits for it, and whoever is logged in never sees it. */
const LoginLandscape = lazyComponent('login-landscape', async () => {
  return (await import('./login-landscape.tsx')).LoginLandscape;
});

/** The choice stays on this device; a user's own, made on the profile, wins. */
function choose(language: Language) {
  setDeviceLanguage(language);
  void showLanguage(language);
}

export function LoginPage() {
  const { data: welcome } = useQuery(welcomeQuery);
  const [suggestion, setSuggestion] = useState<Credentials>();

  return (
    <main className={classes.page}>
      <title>{`${t`Đăng nhập`} · Lớp Xanh`}</title>
      <div className={classes.scene}>
        <Suspense>
          <LoginLandscape />
        </Suspense>
        <p className={classes.motto}>{t`Cùng học, cùng xanh mỗi ngày.`}</p>
      </div>
      <div className={classes.panel}>
        <div className={classes.content}>
          <Brand leafSize={30} className={classes.brand} />
          <h1 className={classes.title}>{t`Đăng nhập`}</h1>
          <LoginForm suggestion={suggestion} />
          <Button
            component={Link}
            to={paths.card}
            variant="light"
            leftSection={<IconQrcode size={22} aria-hidden />}
          >
            {t`Đăng nhập bằng thẻ học sinh`}
          </Button>
          <p className={classes.forgot}>
            {t`Quên mật khẩu? Hãy liên hệ giáo viên hoặc nhà trường để được cấp lại.`}
          </p>
          <LanguageSwitch onChoose={choose} />
          {/* They come later than the rest, which must not move. */}
          {welcome?.hint && <p className={classes.hint}>{welcome.hint}</p>}
          {welcome?.demo && <DemoAccounts demo={welcome.demo} onChoose={setSuggestion} />}
        </div>
      </div>
    </main>
  );
}
