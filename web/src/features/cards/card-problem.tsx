import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { getTextLanguage } from '../../language/text-language.ts';
import { SproutPicture } from '../../ui/pictures.tsx';
import classes from './card-problem.module.css';

interface Props {
  message: string;
  retry: () => void;
}

/** Says what the child can do when the card does not open. */
export function CardProblem({ message, retry }: Props) {
  return (
    <div className={classes.problem}>
      <SproutPicture />
      <h1 className={classes.title}>{t`Chưa mở được thẻ`}</h1>
      <p role="alert" lang={getTextLanguage(message)}>
        {message}
      </p>
      <Button size="lg" onClick={retry} leftSection={<IconRefresh size={22} aria-hidden />}>
        {t`Thử lại`}
      </Button>
    </div>
  );
}
