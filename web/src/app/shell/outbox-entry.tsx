import { t } from '@lingui/core/macro';
import { Button, Progress } from '@mantine/core';
import {
  IconClipboardCheck,
  IconClock,
  IconCloudUp,
  IconMessage,
  IconPencil,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { CorrectionAction } from '../../features/attendance/correction-action.ts';
import { correctionFeature } from '../../features/attendance/correction-sender.ts';
import {
  describeCorrection,
  describeSheet,
} from '../../features/attendance/describe-attendance.ts';
import { type SheetAction, sheetFeature } from '../../features/attendance/sheet-sender.ts';
import { describeAction } from '../../features/posts/describe-action.ts';
import type { PostAction } from '../../features/posts/post-actions.ts';
import { formatBytes } from '../../language/format-bytes.ts';
import type { ActionDescription } from '../../lib/outbox/action-description.ts';
import type { OutboxEntryView } from '../../lib/outbox/outbox.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import classes from './outbox-sheet.module.css';
import { canReopen } from './reopen.tsx';

interface Props {
  entry: OutboxEntryView;
  onReopen: () => void;
}

/** An action that the server rejected. Only its author deletes it. */
export function RejectedEntry({ entry, onReopen }: Props) {
  const { dismiss } = useOutbox();
  const description = useDescription(entry);
  return (
    <li className={classes.entry} data-rejected>
      <Icon entry={entry} files={description.files} />
      <div className={classes.words}>
        <p className={classes.strong}>{description.title}</p>
        <p>
          <span className={classes.reason}>{t`Chưa nhận được:`}</span> {entry.rejectionMessage}
        </p>
        <Words {...description} />
      </div>
      <EntryButtons entry={entry} onReopen={onReopen} onDiscard={() => void dismiss(entry.key)} />
    </li>
  );
}

/**
 * An action that is sent as soon as possible. Its author can change it until the server may have it, and discard
 * it whenever it is not being sent.
 */
export function WaitingEntry({ entry, onReopen }: Props) {
  const { dismiss, progress, withdraw } = useOutbox();
  const description = useDescription(entry);
  const fraction = useSyncExternalStore(progress.subscribe, () => progress.get(entry.seq));
  const percent = Math.round((fraction ?? 0) * 100);
  return (
    <li className={classes.entry}>
      <Icon entry={entry} files={description.files} />
      <div className={classes.words}>
        <p className={classes.strong}>{description.title}</p>
        <p className={classes.state} data-sending={entry.isSending || undefined}>
          {entry.isSending ? (
            <IconCloudUp size={18} aria-hidden />
          ) : (
            <IconClock size={18} aria-hidden />
          )}
          {describeState(entry, fraction === undefined ? undefined : percent)}
        </p>
        <Words {...description} />
        {fraction !== undefined && (
          <Progress.Root size="md">
            <Progress.Section value={percent} aria-label={t`Tiến độ gửi tệp`} />
          </Progress.Root>
        )}
      </div>
      {!entry.isSending && (
        <EntryButtons
          entry={entry}
          onReopen={onReopen}
          onDiscard={() => void (entry.isAttempted ? dismiss(entry.key) : withdraw([entry.key]))}
        />
      )}
    </li>
  );
}

function EntryButtons({ entry, onReopen, onDiscard }: Props & { onDiscard: () => void }) {
  // Without an answer nobody knows whether an attempt arrived.
  const isUncertain = entry.isAttempted === true && entry.rejectionMessage === undefined;
  const discard = async () => {
    const isSure = await askToConfirm({
      title: t`Xóa khỏi máy này?`,
      message: isUncertain
        ? t`Có thể máy chủ đã nhận được. Nếu chưa, nội dung và ảnh sẽ mất.`
        : t`Nội dung và ảnh chưa gửi sẽ mất.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (isSure) onDiscard();
  };
  return (
    <div className={classes.buttons}>
      {canReopen(entry) && (
        <Button
          variant="light"
          onClick={onReopen}
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          {t`Mở lại`}
        </Button>
      )}
      <Button
        variant="default"
        c="var(--clay-text)"
        onClick={() => void discard()}
        leftSection={<IconTrash size={20} aria-hidden />}
      >
        {t`Bỏ`}
      </Button>
    </div>
  );
}

function describeState({ isSending }: OutboxEntryView, percent: number | undefined): string {
  if (!isSending) return t`Chờ gửi`;
  return percent === undefined ? t`Đang gửi…` : t`Đang gửi ${percent}%`;
}

function useDescription({ feature, action }: OutboxEntryView): ActionDescription {
  const client = useQueryClient();
  if (feature === sheetFeature) return describeSheet(action as SheetAction);
  if (feature === correctionFeature) return describeCorrection(client, action as CorrectionAction);
  return describeAction(action as PostAction);
}

const noFiles: readonly File[] = [];
const isPhoto = ({ type }: File) => type.startsWith('image/');

function Words({ text, files = noFiles }: ActionDescription) {
  return (
    <>
      {text && <p className={classes.text}>{text}</p>}
      {files.length > 0 && <p className={classes.soft}>{describeFiles(files)}</p>}
    </>
  );
}

/** '2 ảnh · 4,3 MB' */
function describeFiles(files: readonly File[]): string {
  const photoCount = files.filter(isPhoto).length;
  const videoCount = files.length - photoCount;
  const bytes = files.reduce((total, { size }) => total + size, 0);
  return [
    ...(photoCount > 0 ? [t`${photoCount} ảnh`] : []),
    ...(videoCount > 0 ? [t`${videoCount} video`] : []),
    formatBytes(bytes),
  ].join(' · ');
}

function Icon({
  entry,
  files = noFiles,
}: {
  entry: OutboxEntryView;
  files?: readonly File[] | undefined;
}) {
  const [photo, nextPhoto] = files.filter(isPhoto);
  if (photo) {
    return (
      <span className={classes.photos}>
        <Thumbnail file={photo} />
        {nextPhoto && <Thumbnail file={nextPhoto} />}
      </span>
    );
  }
  const { kind = 'sheet' } = entry.action as { kind?: string };
  const icons = { sheet: IconClipboardCheck, comment: IconMessage };
  const FeatureIcon =
    files.length > 0 ? IconVideo : kind in icons ? icons[kind as keyof typeof icons] : IconPencil;
  return (
    <span className={classes.icon}>
      <FeatureIcon size={24} aria-hidden />
    </span>
  );
}

function Thumbnail({ file }: { file: File }) {
  // The server may accept a format that this browser cannot show.
  const [isBroken, setIsBroken] = useState(false);
  const showFile = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <span className={classes.photo}>
      {!isBroken && <img ref={showFile} alt="" onError={() => setIsBroken(true)} />}
    </span>
  );
}
