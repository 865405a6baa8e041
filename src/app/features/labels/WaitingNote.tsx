import { useEffect } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { askPlace } from './ask-place.ts';
import { unitsOf } from './follow-labels.ts';
import styles from './LabelsSection.module.css';
import { placeLabel } from './place-label.ts';

/** Says that a picture waits for its place on the product; Escape takes it back, and a button needs no pointer. */
export function WaitingNote({ name }: { readonly name: string }) {
  const app = useApp();
  const { labels: words } = useLateTexts();
  const cancel = (): void => {
    app.state.labels.waiting = null;
  };
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') app.state.labels.waiting = null;
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [app]);
  const putInMiddle = async (): Promise<void> => {
    const { waiting } = app.state.labels;
    const viewer = app.viewer.current;
    if (waiting === null || viewer === null) return;
    const place = await askPlace(app, viewer, (api) => api.labelPlaceInMiddle());
    if (place === 'leaving') return;
    if (place === null) app.toasts.show('info', words.nothingThere, { area: 'viewer' });
    else placeLabel(app, waiting, place, unitsOf(app));
  };
  return (
    <div className={styles.waiting} role="status">
      <p>{words.waiting(name)}</p>
      <div className={styles.actions}>
        <Button size="sm" autoFocus onPress={() => void putInMiddle()}>
          {words.middle}
        </Button>
        <Button size="sm" variant="quiet" onPress={cancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}
