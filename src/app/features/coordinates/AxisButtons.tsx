import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button, Group } from 'react-aria-components';
import { UP_AXES, type UpAxis } from '../../../contract/up-axis.ts';
import { chooseUpAxis } from '../../choose-up-axis.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useApp } from '../../use-app.ts';
import styles from './CoordinatesPanel.module.css';
import { nameAxis } from './name-axis.ts';

/** The six systems as buttons (S2 2), the chosen one lit. */
export function AxisButtons({
  chosen,
  isDisabled,
}: {
  readonly chosen: UpAxis;
  readonly isDisabled: boolean;
}) {
  const app = useApp();
  const { t } = useTexts();
  return (
    <Group className={styles.axes ?? ''} aria-label={t.coordinates.group}>
      {UP_AXES.map((axis) => {
        const isDown = axis.endsWith('DOWN');
        const letter = axis.charAt(0);
        const Arrow = isDown ? ArrowDown : ArrowUp;
        return (
          <Tooltip key={axis} text={t.coordinates.buttons[axis]} placement="top">
            <Button
              className={classes(styles.axis, axis === chosen && styles.chosen)}
              aria-label={t.coordinates.buttons[axis]}
              aria-description={t.coordinates.points(nameAxis(axis))}
              aria-pressed={axis === chosen}
              isDisabled={isDisabled}
              onPress={() => chooseUpAxis(app, axis)}
            >
              <Arrow size={20} aria-hidden="true" className={styles[letter.toLowerCase()]} />
              <span className={styles.system}>{t.stage.up[axis]}</span>
              <kbd className={styles.key}>{isDown ? `⇧${letter}` : letter}</kbd>
            </Button>
          </Tooltip>
        );
      })}
    </Group>
  );
}
