import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { Button, Group } from 'react-aria-components';
import { UP_AXES, type UpAxis } from '../../../contract/scene/up-axis.ts';
import { useApp } from '../../core/use-app.ts';
import { chooseUpAxis } from '../../scene/choose-up-axis.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
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
      {UP_AXES.map((axis) => (
        <AxisButton
          key={axis}
          axis={axis}
          isChosen={axis === chosen}
          isDisabled={isDisabled}
          onPress={() => chooseUpAxis(app, axis)}
        />
      ))}
    </Group>
  );
}

function AxisButton({
  axis,
  isChosen,
  isDisabled,
  onPress,
}: {
  readonly axis: UpAxis;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTexts();
  const descriptionId = useId();
  const isDown = axis.endsWith('DOWN');
  const letter = axis.charAt(0);
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <Tooltip text={t.coordinates.buttons[axis]} placement="top">
      <Button
        className={classes(styles.axis, isChosen && styles.chosen)}
        aria-label={t.coordinates.buttons[axis]}
        aria-describedby={descriptionId}
        aria-pressed={isChosen}
        isDisabled={isDisabled}
        onPress={onPress}
      >
        <Arrow size={20} aria-hidden="true" className={styles[letter.toLowerCase()]} />
        <span className={styles.system}>{t.stage.up[axis]}</span>
        <kbd className={styles.key}>{isDown ? `⇧${letter}` : letter}</kbd>
        <span id={descriptionId} hidden>
          {t.coordinates.points(nameAxis(axis))}
        </span>
      </Button>
    </Tooltip>
  );
}
