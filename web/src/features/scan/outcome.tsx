import { t } from '@lingui/core/macro';
import { toAnswer } from '@lop-xanh/contract/rules/waste-result';
import type { WasteAnswer, WasteKind } from '@lop-xanh/contract/scan';
import { type PropsWithChildren, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { AnswerCard, DeviceNotice } from './answer-card.tsx';
import { GuessButtons } from './guess-buttons.tsx';
import { LookalikeQuestion } from './lookalike-question.tsx';
import type { ScanOutcome } from './scan.api.ts';
import { ScanProblem } from './scan-problem.tsx';
import type { ShownAnswer } from './translate-answer.ts';

const guessCount = 3;

/** The classifier's answer, or the one that the child chooses instead. */
export function Outcome({ outcome, children }: PropsWithChildren<{ outcome: ScanOutcome }>) {
  const { result, guesses, pack, isFromDevice } = outcome;
  const [chosen, setChosen] = useState<WasteAnswer>();
  const [deniedLabel, setDeniedLabel] = useState<string>();
  const answer: ShownAnswer | null = chosen ?? result;
  const allAnswers = listAnswers(outcome);
  /** What it is easily mistaken for, although it belongs into another bin. */
  const lookalikeKind = pack.lookalikes[(answer ?? guesses[0])?.label as WasteKind];
  const lookalike = allAnswers.find(({ label }) => label === lookalikeKind);
  const isOther = ({ label }: WasteAnswer) => label !== answer?.label;
  const getReason = () => {
    if (chosen) return t`Em muốn chọn lại à?`;
    return result ? t`Mầm nhìn chưa đúng à?` : t`Mầm chưa chắc đó là gì.`;
  };
  const questions = (
    <>
      {lookalike && (
        <LookalikeQuestion
          key={lookalike.label}
          lookalike={lookalike}
          isDenied={lookalike.label === deniedLabel}
          onConfirm={() => setChosen(lookalike)}
          onDeny={() => setDeniedLabel(lookalike.label)}
        />
      )}
      <GuessButtons
        key={answer?.label}
        reason={getReason()}
        guesses={guesses.filter(isOther).slice(0, guessCount)}
        allAnswers={allAnswers.filter(isOther)}
        onChoose={setChosen}
      />
    </>
  );
  if (answer) {
    return (
      <AnswerCard
        key={answer.label}
        answer={answer}
        isChosen={chosen !== undefined}
        isFromDevice={isFromDevice}
      >
        {children}
        {questions}
      </AnswerCard>
    );
  }
  return (
    <>
      <ScanProblem
        title={messages.scan.unrecognized}
        text={t`Em đưa máy lại gần hơn, chỉ chụp một món trên nền trơn nhé.`}
      >
        {isFromDevice && <DeviceNotice />}
      </ScanProblem>
      {questions}
      {children}
    </>
  );
}

/** Every kind once: first those that the school taught, in its own words, then the others of its pack. */
function listAnswers({ taught, pack }: ScanOutcome): WasteAnswer[] {
  const taughtLabels = new Set(taught.map(({ label }) => label));
  const kinds = Object.keys(pack.kinds) as WasteKind[];
  const others = kinds.filter((kind) => !taughtLabels.has(kind));
  return [...taught, ...others.map((kind) => toAnswer(kind, pack))];
}
