import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { transitionTime } from '../../scene/move-camera.ts';
import { takeCamera } from '../../scene/take-camera.ts';
import { isPainted } from '../../state/light-map.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart, NoFrame } from '../../ui/lazy-part.tsx';
import { copyPlain } from '../../values/copy-plain.ts';
import { guardSketch } from './guard-sketch.ts';
import styles from './LightMapOverlay.module.css';
import { removeSketch } from './remove-sketch.ts';

const SketchSurface = lazyPart(async () => (await import('./SketchSurface.tsx')).SketchSurface, NoFrame);

/** The light-map sketch over the stage, or a note that it belongs to another view (F24). */
export function LightMapOverlay() {
  const app = useApp();
  const { toolbar, modelHash } = useSnapshot(app.state.stage);
  const { current, elsewhere, isNoteHidden } = useSnapshot(app.state.lightMap);
  const isOpen = toolbar === 'light-map';
  const hasSurface = modelHash !== null && (isOpen || isPainted(current));
  return (
    <>
      {/* What takes the strokes comes a little later: until then a drag does not turn the stage. */}
      {isOpen && <div className={styles.surface} data-open />}
      {hasSurface && <SketchSurface />}
      {modelHash !== null && elsewhere !== null && !isNoteHidden && <SketchNote sketchId={elsewhere.id} />}
    </>
  );
}

function SketchNote({ sketchId }: { readonly sketchId: string }) {
  const app = useApp();
  const { t } = useTexts();
  const goBack = (): void => {
    const { elsewhere } = app.state.lightMap;
    if (elsewhere !== null) {
      takeCamera(app);
      app.viewer.current?.api.setCamera(copyPlain(elsewhere.pose), transitionTime()).catch(() => undefined);
    }
  };
  return (
    <section className={styles.note} role="status">
      <p>{t.lightMap.elsewhere}</p>
      <Button size="sm" onPress={goBack}>
        {t.lightMap.goBack}
      </Button>
      <Button size="sm" variant="quiet" onPress={() => guardSketch(app, removeSketch(app, sketchId))}>
        {t.lightMap.remove}
      </Button>
      <IconButton
        size="sm"
        label={t.ui.dismiss}
        icon={<X size={14} />}
        onPress={() => {
          app.state.lightMap.isNoteHidden = true;
        }}
      />
    </section>
  );
}
