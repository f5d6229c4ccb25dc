import { t } from '@lingui/core/macro';
import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { getTextLanguage } from '../../language/text-language.ts';
import { SproutFriend } from '../../ui/pictures.tsx';
import classes from './guess-buttons.module.css';
import { translateAnswer } from './translate-answer.ts';
import { WasteDrawing } from './waste-drawing.tsx';

interface Props {
  guesses: readonly WasteAnswer[];
  onChoose: (guess: WasteAnswer) => void;
}

/** The child may know better than the classifier. */
export function GuessButtons({ guesses, onChoose }: Props) {
  if (guesses.length === 0) return null;
  return (
    <div className={classes.guesses}>
      <div className={classes.question}>
        <SproutFriend />
        <p>
          {t`Mầm nhìn chưa đúng à?`}
          <strong>{t`Em thấy giống cái nào?`}</strong>
        </p>
      </div>
      <ul className={classes.list}>
        {guesses.map((guess) => {
          const { label, name } = translateAnswer(guess);
          return (
            <li key={label}>
              <button type="button" className={classes.guess} onClick={() => onChoose(guess)}>
                <WasteDrawing label={label} />
                <span lang={getTextLanguage(name)}>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
