import { t } from '@lingui/core/macro';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { setDeviceLanguage, showLanguage } from '../../language/language.ts';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { paths } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { PlainButtonLink } from '../../ui/plain-button.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { useWelcome } from './login.api.ts';
import { type Credentials, LoginForm } from './login-form.tsx';
import { LoginLandscape } from './login-landscape.tsx';
import classes from './login-page.module.css';

/** The choice stays on this device; a user's own, made on the profile, wins. */
function choose(language: Language) {
  setDeviceLanguage(language);
  void showLanguage(language);
}

export function LoginPage() {
  const welcome = useWelcome();
  const [suggestion, setSuggestion] = useState<Credentials>();

  return (
    <main className={classes.page}>
      <title>{`${t`Đăng nhập`} · Lớp Xanh`}</title>
      <div className={classes.scene}>
        <LoginLandscape />
        <p className={classes.motto}>{t`Cùng học, cùng xanh mỗi ngày.`}</p>
      </div>
      <div className={classes.panel}>
        <div className={classes.content}>
          <Brand leafSize={30} className={classes.brand} />
          <h1 className={classes.title}>{t`Đăng nhập`}</h1>
          <LoginForm suggestion={suggestion} />
          <PlainButtonLink
            to={paths.card}
            variant="light"
            icon={<IconQrcode size={22} aria-hidden />}
          >
            {t`Đăng nhập bằng thẻ học sinh`}
          </PlainButtonLink>
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
