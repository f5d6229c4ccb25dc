import '../../ui/modal-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import type { Outbox, Shown } from '../../lib/outbox/outbox.ts';
import { useOutbox, useRefused } from '../../lib/outbox/use-outbox.ts';
import classes from './refused-acts.module.css';

/** What waited and was then refused is told, with the words in it, until it has been read. */
export function RefusedActs() {
  const outbox = useOutbox();
  const refused = useRefused();
  const dismiss = () => {
    for (const { seq } of refused) void outbox.dismiss(seq);
  };
  return (
    <Modal opened={refused.length > 0} onClose={dismiss} title="Máy chủ không nhận" size="lg">
      <ul className={classes.list}>
        {refused.map((one) => (
          <Refused key={one.seq} one={one} describe={outbox.describe} />
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button data-autofocus onClick={dismiss}>
          Đã hiểu
        </Button>
      </Group>
    </Modal>
  );
}

function Refused({ one, describe }: { one: Shown; describe: Outbox['describe'] }) {
  const { title, text } = describe(one);
  return (
    <li>
      <p className={classes.title}>{title}</p>
      <p className={classes.reason}>{one.refusal}</p>
      {text && <p className={classes.text}>{text}</p>}
    </li>
  );
}
