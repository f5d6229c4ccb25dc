import { t } from '@lingui/core/macro';
import { type Icon, IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import type { DraftAction, WeekDraft } from './lesson-draft.ts';
import type { FieldError } from './lesson-validation.ts';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeekFields } from './week-fields.tsx';
import classes from './week-panel.module.css';

interface Props {
  week: WeekDraft | undefined;
  dispatch: Dispatch<DraftAction>;
  fieldErrors: readonly FieldError[];
  onFieldEdit: (weekKey: string, field: FieldError['field']) => void;
  onRemoved: () => void;
  uploads: ThumbnailUploads;
}

/** The chosen week: its fields, and what can be done with it as a whole. */
export function WeekPanel(props: Props) {
  const { week, dispatch, fieldErrors, onFieldEdit, onRemoved, uploads } = props;
  if (!week) {
    return (
      <section className={classes.panel}>
        <EmptyState picture={<SproutPicture />} title={t`Hãy chọn một tuần`} />
      </section>
    );
  }
  const { key, week: number } = week;
  const move = (by: 1 | -1) => dispatch({ type: 'moveWeek', key, by });
  const remove = async () => {
    const title = week.title || t`Chưa có tên`;
    const isConfirmed = await askToConfirm({
      title: t`Xóa tuần ${number}?`,
      message: t`“${title}” sẽ bị xóa khi bạn lưu bài giảng.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    uploads.cancel(key);
    dispatch({ type: 'removeWeek', key });
    onRemoved();
  };
  return (
    <section className={classes.panel} aria-label={t`Tuần đang sửa`}>
      <div className={classes.head}>
        <h2>{t`Tuần ${number}`}</h2>
        <ToolButton icon={IconArrowUp} label={t`Đưa tuần ${number} lên`} onClick={() => move(-1)} />
        <ToolButton
          icon={IconArrowDown}
          label={t`Đưa tuần ${number} xuống`}
          onClick={() => move(1)}
        />
        <ToolButton
          icon={IconCopy}
          label={t`Nhân đôi tuần ${number}`}
          onClick={() => dispatch({ type: 'duplicateWeek', key: randomKey(), sourceKey: key })}
        />
        <ToolButton icon={IconTrash} label={t`Xóa tuần ${number}`} onClick={() => void remove()} />
      </div>
      <WeekFields
        key={key}
        week={week}
        dispatch={dispatch}
        fieldErrors={fieldErrors.filter(({ weekKey }) => weekKey === key)}
        onFieldEdit={onFieldEdit}
        uploads={uploads}
      />
    </section>
  );
}

interface ToolProps {
  icon: Icon;
  label: string;
  onClick: () => void;
}

function ToolButton({ icon: Icon, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
