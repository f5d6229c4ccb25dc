import { t } from '@lingui/core/macro';
import { formatLimit } from './format-rate.ts';
import { describeHeat } from './heat-labels.ts';
import classes from './heat-legend.module.css';
import { heatLevels } from './overview-figures.ts';

export function HeatLegend() {
  return (
    <ul className={classes.legend}>
      {heatLevels.map(({ heat }) => (
        <li key={heat}>
          <span className={classes.swatch} data-heat={heat} aria-hidden />
          {describeHeat(heat, formatLimit)}
        </li>
      ))}
      <li>
        <strong aria-hidden>3</strong>
        {t`số em vắng, từ 3`}
      </li>
      <li>
        <span className={classes.swatch} data-missing aria-hidden />
        {t`chưa có phiếu`}
      </li>
    </ul>
  );
}
