import { Group } from 'react-aria-components';
import { useTexts } from '../../texts/use-texts.ts';
import { NumberBox } from '../../ui/NumberBox.tsx';
import type { Placement } from './placement.ts';
import styles from './TransformPanel.module.css';

const ROWS = ['position', 'rotationDegrees', 'scale'] as const;
const AXES = ['X', 'Y', 'Z'] as const;
/** The smallest factor the handles give, and the largest. */
const SCALE = { minValue: 0.01, maxValue: 100 };

/** Position, rotation and scale in numbers that can be typed. */
export function PlacementFields({
  placement,
  isDisabled,
  onChange,
}: {
  readonly placement: Placement;
  readonly isDisabled: boolean;
  readonly onChange: (placement: Placement) => void;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.fields}>
      {ROWS.map((row) => (
        <Group key={row} className={styles.fieldRow ?? ''} aria-label={t.transform.rows[row]}>
          <span className={styles.rowName}>{t.transform.rows[row]}</span>
          {AXES.map((axis, index) => (
            <NumberBox
              key={axis}
              label={`${t.transform.rows[row]} ${axis}`}
              isLabelHidden
              className={styles.number}
              value={placement[row][index] ?? 0}
              decimals={row === 'rotationDegrees' ? 1 : 2}
              isDisabled={isDisabled}
              {...(row === 'scale' ? SCALE : {})}
              onChange={(value) => {
                const next = placement[row].map((old, at) => (at === index ? value : old));
                onChange({ ...placement, [row]: next });
              }}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}
