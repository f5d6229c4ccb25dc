import { t } from '@lingui/core/macro';
import { type Language, languages } from '@lop-xanh/contract/rules/languages';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLanguage } from './language.ts';
import classes from './language-switch.module.css';

/** A new language remounts the page, so the switch takes the focus back. */
const focus = createFlag();

function createFlag() {
  let isSet = false;
  return {
    set: () => {
      isSet = true;
    },
    take: () => {
      const wasSet = isSet;
      isSet = false;
      return wasSet;
    },
  };
}

interface Props {
  onChoose: (language: Language) => void;
}

export function LanguageSwitch({ onChoose }: Props) {
  const current = useLanguage();
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (focus.take()) findChecked(group)?.focus();
  }, []);

  const choose = (language: Language) => {
    focus.set();
    onChoose(language);
  };
  const catchUp = useEffectEvent(() => {
    const checked = findChecked(group)?.value;
    if (checked !== undefined && checked !== current) choose(checked as Language);
  });
  // The user may have chosen before the app had loaded.
  useEffect(() => catchUp(), []);
  return (
    <fieldset ref={group} className={classes.switch}>
      <legend className={classes.legend}>{t`Ngôn ngữ`}</legend>
      {languages.map((language) => (
        <label
          key={language}
          className={classes.option}
          data-checked={language === current || undefined}
          lang={getOwnLanguage(language)}
        >
          <input
            type="radio"
            name="language"
            value={language}
            checked={language === current}
            onChange={() => choose(language)}
          />
          {getName(language)}
        </label>
      ))}
    </fieldset>
  );
}

function findChecked(group: RefObject<HTMLFieldSetElement | null>) {
  return group.current?.querySelector<HTMLInputElement>(':checked');
}

/** A language is named in itself. */
function getName(language: Language): string {
  return { default: t`Mặc định`, vi: 'Tiếng Việt', en: 'English' }[language];
}

function getOwnLanguage(language: Language): string | undefined {
  return language === 'default' ? undefined : language;
}
