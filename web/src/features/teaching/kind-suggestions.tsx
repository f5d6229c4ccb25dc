import { t } from '@lingui/core/macro';
import type { WasteGroup, WasteKind } from '@lop-xanh/contract/scan';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { IconPencil } from '@tabler/icons-react';
import { useWastePack, WasteDrawing } from '../scan/public.ts';
import classes from './kind-suggestions.module.css';

interface Suggestion {
  label: WasteKind | null;
  name: string;
  group: WasteGroup;
  advice: string;
}

interface Props {
  taught: readonly TaughtKind[];
  chosen: WasteKind | null;
  onChoose: (suggestion: Partial<Suggestion>) => void;
}

/** Kinds that we know and the school has not taught yet: one fills in the whole form. */
export function KindSuggestions({ taught, chosen, onChoose }: Props) {
  const taughtLabels = new Set(taught.map(({ label }) => label));
  const kinds = Object.entries(useWastePack().kinds) as [WasteKind, Omit<Suggestion, 'label'>][];
  const suggestions = kinds
    .filter(([label]) => !taughtLabels.has(label))
    .map(([label, { name, group, advice }]) => ({ label, name, group, advice }));
  return (
    <fieldset className={classes.suggestions}>
      <legend>{t`Dạy món gì?`}</legend>
      <div className={classes.list}>
        {suggestions.map((suggestion) => (
          <button
            key={suggestion.label}
            type="button"
            className={classes.suggestion}
            aria-pressed={chosen === suggestion.label}
            onClick={() => onChoose(suggestion)}
          >
            <WasteDrawing label={suggestion.label} />
            <span lang="vi">{suggestion.name}</span>
          </button>
        ))}
        <button
          type="button"
          className={classes.suggestion}
          aria-pressed={chosen === null}
          onClick={() => onChoose({ label: null })}
        >
          <IconPencil size={32} aria-hidden />
          <span>{t`Món khác`}</span>
        </button>
      </div>
    </fieldset>
  );
}
