import { useId } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { DynamicView } from '../../../contract/camera/helper-views.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import styles from './ViewHelperPanel.module.css';
import { ViewIcon } from './ViewIcon.tsx';

/** One view: its faces in its colour, its name, its digit; and what it shows, for who points at it or hears it. */
export function ViewButton({
  view: { name, color, region, description: what },
  digit,
  isSelected,
  onPress,
}: {
  readonly view: DynamicView;
  readonly digit: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTexts();
  const descriptionId = useId();
  const description = t.viewHelper.describe(t.viewHelper.from[name], what);
  return (
    <Tooltip text={description} placement="top">
      <ToggleButton
        className={styles.view ?? ''}
        aria-describedby={descriptionId}
        isSelected={isSelected}
        onChange={onPress}
      >
        <ViewIcon color={color} region={region} />
        <span className={styles.name}>{t.viewHelper.views[name]}</span>
        <span className={styles.keys} aria-hidden="true">
          {digit}
        </span>
        <span id={descriptionId} hidden>
          {description}
        </span>
      </ToggleButton>
    </Tooltip>
  );
}
