import { t } from '@lingui/core/macro';
import type { cards } from '@lop-xanh/contract/cards';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Picture } from '@lop-xanh/contract/rules/pictures';
import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { ApiError, describeError, isServerFailure } from '../../lib/api-errors.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { showAlert } from '../../ui/dialogs.ts';
import { useCardLogin } from './cards.api.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
import { getOfflineMessage } from './offline-message.ts';
import { PictureGrid } from './picture-grid.tsx';
import classes from './picture-login.module.css';

/** How long a chosen picture is shown before a leaf hides it from onlookers. */
const shownMs = 800;

/** A child who has no pictures yet chooses three and repeats them. */
type Step = 'choose' | 'repeat' | 'login';

interface Props {
  secret: string;
  card: ResponseOf<typeof cards.open>;
  /** Called if the card has changed since it was opened. */
  onStale: () => void;
}

export function PictureLogin({ secret, card, onStale }: Props) {
  const { first_name: name, avt, hasPictures } = card;
  const login = useCardLogin();
  const [step, setStep] = useState<Step>(hasPictures ? 'login' : 'choose');
  const [chosen, setChosen] = useState<readonly Picture[]>([]);
  /** What the child repeats. */
  const [first, setFirst] = useState<readonly Picture[]>([]);
  const [latest, setLatest] = useLatest();
  const [problem, setProblem] = useState<string | null>(null);

  const isComplete = chosen.length === limits.cardPictures;
  const clear = (next: Step) => {
    setStep(next);
    setChosen([]);
    setLatest(null);
  };
  const submit = (pictures: readonly Picture[]) =>
    login.mutate(
      { secret, pictures: [...pictures], ...(!hasPictures && { choose: true }) },
      {
        onError: (error) => {
          setProblem(describeError(error, getOfflineMessage()));
          if (isServerFailure(error)) return;
          clear(hasPictures ? 'login' : 'choose');
          if (isStale(error)) onStale();
        },
      },
    );
  const pick = (picture: Picture) => {
    if (isComplete || login.isPending) return;
    if (chosen.includes(picture))
      return setProblem(t`Ba hình phải khác nhau, em chọn hình khác nhé`);
    const next = [...chosen, picture];
    setProblem(null);
    setChosen(next);
    setLatest(picture);
    if (next.length < limits.cardPictures || step === 'choose') return;
    if (step === 'login' || next.every((one, index) => one === first[index])) return submit(next);
    setProblem(t`Chưa giống lần đầu, em chọn lại từ đầu nhé`);
    clear('choose');
  };
  const repeat = () => {
    setFirst(chosen);
    clear('repeat');
  };

  const canRetry = isComplete && isServerFailure(login.error);
  return (
    <>
      <div className={classes.greeting}>
        <span className={classes.avatar}>
          <Avatar user={{ id: 0, first_name: name, avt }} size={74} />
        </span>
        <div className={classes.words}>
          <h1 className={classes.title}>{t`Chào ${name}!`}</h1>
          {!problem && <p>{getTask(step, isComplete)}</p>}
          <p role="alert" className={classes.problem} lang={getTextLanguage(problem ?? '')}>
            {problem}
          </p>
        </div>
      </div>
      <OtherUser />
      <ChosenPictures
        chosen={chosen}
        shown={step === 'choose' ? chosen : chosen.filter((picture) => picture === latest)}
        onDelete={() => {
          setProblem(null);
          login.reset();
          setChosen(chosen.slice(0, -1));
          setLatest(null);
        }}
        isDisabled={login.isPending}
      />
      <PictureGrid highlighted={latest} onPick={pick} />
      <div className={classes.footer} data-sticky={isComplete || undefined}>
        {canRetry ? (
          <Button size="lg" fullWidth onClick={() => submit(chosen)}>
            {t`Thử lại`}
          </Button>
        ) : (
          <NextStep
            step={step}
            canRepeat={isComplete}
            onRepeat={repeat}
            onRestart={() => clear('choose')}
          />
        )}
      </div>
    </>
  );
}

/** The card is no longer as it was when it was opened. */
function isStale(error: Error): boolean {
  const reasons: ApiError['reason'][] = ['card_locked', 'card_unknown', 'pictures_chosen'];
  return error instanceof ApiError && reasons.includes(error.reason);
}

/** The picture that was chosen a moment ago. */
function useLatest() {
  const state = useState<Picture | null>(null);
  const [latest, setLatest] = state;
  useEffect(() => {
    if (latest === null) return;
    const timer = setTimeout(() => setLatest(null), shownMs);
    return () => clearTimeout(timer);
  }, [latest, setLatest]);
  return state;
}

function getTask(step: Step, isComplete: boolean): string {
  switch (step) {
    case 'login':
      return t`Em chọn ba hình của em`;
    case 'choose':
      return isComplete
        ? t`Em nhớ kỹ ba hình này theo thứ tự nhé`
        : t`Em chọn ba hình bí mật của em`;
    case 'repeat':
      return t`Em chọn lại ba hình vừa rồi`;
  }
}

interface NextStepProps {
  step: Step;
  canRepeat: boolean;
  onRepeat: () => void;
  onRestart: () => void;
}

function NextStep({ step, canRepeat, onRepeat, onRestart }: NextStepProps) {
  if (step === 'login') return <ForgottenPictures />;
  if (step === 'repeat') {
    return (
      <button type="button" className={classes.help} onClick={onRestart}>
        {t`Chọn lại từ đầu`}
      </button>
    );
  }
  return (
    <Button size="lg" fullWidth disabled={!canRepeat} onClick={onRepeat}>
      {t`Em nhớ rồi`}
    </Button>
  );
}

function ForgottenPictures() {
  const explain = () =>
    void showAlert({
      title: t`Em quên hình?`,
      message: t`Em mang thẻ đến gặp thầy cô. Thầy cô sẽ cho em chọn ba hình mới.`,
    });
  return (
    <button type="button" className={classes.help} onClick={explain}>
      <IconHelpCircle size={22} aria-hidden />
      {t`Em quên hình? Nhờ thầy cô nhé`}
    </button>
  );
}

/** On a shared device, the child learns that the login replaces somebody else's. */
function OtherUser() {
  const { token } = useSession();
  if (token === null) return null;
  return (
    <p className={classes.other}>
      {t`Máy này đang có người đăng nhập. Em chọn xong ba hình thì người đó sẽ đăng xuất.`}
    </p>
  );
}
