import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { getLeaveQuestion } from '../accounts/public.ts';
import { useClassLetters } from './families.api.ts';
import classes from './letter-list.module.css';
import { LetterList } from './letter-list.tsx';

interface Props {
  classId: number;
  className: string;
  onClose: () => void;
}

/** Issues first passwords to the parents of a class who have not chosen their own, and prints the letters. */
export function ClassLettersDialog({ classId, className: name, onClose }: Props) {
  const { data, error, isPending, mutate } = useClassLetters();
  const submission = useSubmissionKey();
  const hasLetters = data !== undefined && data.letters.length > 0;
  const confirmDiscard = useConfirmDiscard(hasLetters || isPending, getLeaveQuestion());
  const isReplay = data?.letters.some(({ password }) => password === '');
  const create = () => mutate({ classId, key: submission.getKeyFor(classId) });
  return (
    <Modal
      opened
      onClose={() => void confirmDiscard(onClose)}
      title={t`Thư cho phụ huynh lớp ${name}`}
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
          <p>
            {t`Thư dành cho những phụ huynh chưa tự đặt mật khẩu. Họ nhận mật khẩu lần đầu mới, và thư đã in trước đây không dùng được nữa.`}
          </p>
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
                create();
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
