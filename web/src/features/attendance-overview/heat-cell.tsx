import { describeCell } from './heat-labels.ts';
import classes from './heat-map.module.css';
import { type Cell, findWeek, getHeat } from './overview-figures.ts';

interface Props extends Cell {
  isChosen: boolean;
  isMissing: boolean;
  /** One cell is in the tab order; the arrow keys reach the others. */
  isTabStop: boolean;
}

/** The number of absent students is shown from here on. */
const shownAbsencesFrom = 3;

export function HeatCell({ schoolClass, week, isChosen, isMissing, isTabStop }: Props) {
  const saved = findWeek(schoolClass, week);
  const absent = saved ? saved.total - saved.present : 0;
  return (
    <td
      className={classes.cell}
      data-class={schoolClass.id}
      data-week={week}
      data-heat={saved && getHeat(saved)}
      data-chosen={isChosen || undefined}
      data-missing={isMissing || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={describeCell({ schoolClass, week })}
    >
      <span aria-hidden>{absent >= shownAbsencesFrom ? absent : ''}</span>
    </td>
  );
}
