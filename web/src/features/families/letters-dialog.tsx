import { t } from '@lingui/core/macro';
import type { ParentLetter } from '@lop-xanh/contract/families';
import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { getLeaveQuestion } from '../accounts/public.ts';
import classes from './letter-list.module.css';
import { LetterList } from './letter-list.tsx';

interface Letters {
  letters: ParentLetter[];
  school_name: string;
}

interface Props {
  title: string;
  /** What creating letters does to earlier ones. */
  explanation: string;
  /** Creates the letters; takes the key of the submission. */
  creation: UseMutationResult<Letters, Error, string>;
  onClose: () => void;
}

/** Issues first passwords to parents, and prints the letters. */
export function LettersDialog({ title, explanation, creation, onClose }: Props) {
  const { data, error, isPending, mutate } = creation;
  const submission = useSubmissionKey();
  const hasLetters = data !== undefined && data.letters.length > 0;
  const confirmDiscard = useConfirmDiscard(hasLetters || isPending, getLeaveQuestion());
  const isReplay = data?.letters.some(({ password }) => password === '');
  return (
    <Modal
      opened
      onClose={() => void confirmDiscard(onClose)}
      title={title}
      size={hasLetters ? '56rem' : '34rem'}
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {hasLetters && !isReplay ? (
        <LetterList letters={data.letters} schoolName={data.school_name}>
          <Button onClick={onClose}>{t`Xong`}</Button>
        </LetterList>
      ) : data && !isReplay ? (
        <EmptyState
          picture={<SproutPicture />}
          title={t`Không có thư nào cần in`}
          text={t`Lớp chưa có tài khoản phụ huynh, hoặc mọi phụ huynh đã tự đặt mật khẩu.`}
        />
      ) : (
        <>
          <p>{explanation}</p>
          <FormError
            message={
              isReplay
                ? t`Thư đã được tạo ở lần gửi trước nên mật khẩu không hiện lại. Hãy tạo thư lần nữa.`
                : error && describeError(error, t`Chưa tạo được thư, hãy thử lại`)
            }
          />
          <div className={classes.buttons}>
            <Button variant="default" disabled={isPending} onClick={onClose}>
              {t`Hủy`}
            </Button>
            <Button
              loading={isPending}
              data-autofocus
              onClick={() => {
                if (isReplay) submission.reset();
                mutate(submission.getKeyFor(title));
              }}
            >
              {t`Tạo thư`}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
