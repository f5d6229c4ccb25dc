import { Progress } from '@mantine/core';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import classes from './teaching-progress.module.css';

export function TeachingProgress({ percent, left }: { percent: number; left: number }) {
  return (
    <section className={classes.progress}>
      <h2 className={classes.title} lang={getTextLanguage(messages.lessons.progress)}>
        {messages.lessons.progress}
      </h2>
      <p className={classes.percent}>{Math.round(percent)}%</p>
      <Progress.Root size="lg" className={classes.bar ?? ''}>
        <Progress.Section value={percent} aria-label={messages.lessons.progress} />
      </Progress.Root>
      <p className={classes.left} lang={getTextLanguage(messages.lessons.left(left))}>
        {messages.lessons.left(left)}
      </p>
    </section>
  );
}
