import { WandSparkles } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { useApp } from '../../core/use-app.ts';
import type { EditBase } from '../../state/edit.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { baseOf } from './base-of.ts';
import styles from './ResultInfo.module.css';

/** Takes the recipe of a picture into the editor. */
export function StartFrom({
  render,
  index,
  onStart,
}: {
  readonly render: RenderBody;
  readonly index: number;
  readonly onStart: (base: EditBase) => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { edit } = useLateTexts();
  const { isStarting } = useSnapshot(app.state.edit);
  const base = baseOf(render, index, t.carousel.untitled);
  if (base === null) return null;
  return (
    <div className={styles.start}>
      <Button
        size="lg"
        isWide
        icon={<WandSparkles size={16} aria-hidden="true" />}
        isLoading={isStarting}
        onPress={() => onStart(base)}
      >
        {edit.start}
      </Button>
      <p className={styles.quiet}>{edit.startHelp}</p>
    </div>
  );
}
