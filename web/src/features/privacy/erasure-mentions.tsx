import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Mention } from '@lop-xanh/contract/privacy';
import { DateTime } from '../../ui/date-time.tsx';
import classes from './erasure-choices.module.css';

export const toMentionKey = ({ kind, id }: Pick<Mention, 'kind' | 'id'>) => `${kind} ${id}`;

const kindLabels = {
  post: msg`Bài viết`,
  comment: msg`Bình luận`,
  note: msg`Ghi chú điểm danh`,
  correction: msg`Lý do sửa điểm danh`,
  reason: msg`Lý do`,
  leave: msg`Đơn xin nghỉ`,
};

interface Props {
  mentions: readonly Mention[];
  /** The keys of the chosen ones. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Texts of others that name the person. Somebody else may have the same name, so each is a choice. */
export function ErasureMentions({ mentions, chosen, onChange }: Props) {
  const total = mentions.length;
  const count = chosen.length;
  if (total === 0) return null;
  const choose = (key: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, key] : chosen.filter((other) => other !== key));
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{t`Lời của người khác có tên này`}</legend>
      <p className={classes.soft}>
        {t`Tên trong những đoạn được chọn sẽ thành “…”. Hãy bỏ chọn nếu đó là người khác trùng tên.`}
      </p>
      <p aria-live="polite">{t`Đã chọn ${count} trên ${total}`}</p>
      <ul className={classes.texts}>
        {mentions.map((mention) => {
          const key = toMentionKey(mention);
          return (
            <li key={key}>
              <label className={classes.text}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={(event) => choose(key, event.currentTarget.checked)}
                />
                <span lang="vi">{mention.excerpt}</span>
                <span className={classes.about}>
                  {i18n._(kindLabels[mention.kind])} · <span lang="vi">{mention.author}</span> ·{' '}
                  <DateTime instant={mention.at} />
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
