import { t } from '@lingui/core/macro';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useChooseLanguage } from './auth.api.ts';

/** The user's own language, on all their devices. */
export function LanguageChoice() {
  const choose = useChooseLanguage();
  const submit = (language: Language) =>
    choose.mutate(language, {
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa lưu được ngôn ngữ`) }),
    });
  return (
    <Card title={t`Ngôn ngữ`}>
      <LanguageSwitch onChoose={submit} />
    </Card>
  );
}
