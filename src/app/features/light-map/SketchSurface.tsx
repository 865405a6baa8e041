import { useEffect, useRef, useState } from 'react';
import { snapshot, useSnapshot } from 'valtio';
import { frameShares } from '../../../contract/camera/picture-frame.ts';
import { LIGHT_MAP_PX } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useSettings } from '../../core/use-settings.ts';
import { holdsCamera } from '../../scene/hold-camera.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { addStep } from './add-step.ts';
import { followBrush } from './follow-brush.ts';
import { guardSketch } from './guard-sketch.ts';
import { holdPageWhilePainting } from './hold-page-while-painting.ts';
import styles from './LightMapOverlay.module.css';
import { createSketchCanvas, type SketchCanvas } from './sketch-canvas.ts';
import { tellNotShown } from './tell-not-shown.ts';
import { usePictures } from './use-pictures.ts';

/** The sketch of the view that the stage shows; while the tool is open it takes what is done on the stage. */
export function SketchSurface() {
  const app = useApp();
  const { t } = useTexts();
  const { toolbar } = useSnapshot(app.state.stage);
  const { current, isCameraMoving, size } = useSnapshot(app.state.lightMap);
  const { width, height } = useSettings().render_settings;
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLSpanElement>(null);
  const [sketch, setSketch] = useState<SketchCanvas | null>(null);
  const isOpen = toolbar === 'light-map';
  const id = current?.id ?? null;
  const row = useLiveQuery(async () => (id === null ? undefined : app.db.sketches.get(id)), [id]);
  const shown = row?.id === id ? row : undefined;
  const steps = shown?.steps;
  const pictures = usePictures(shown);

  useEffect(() => {
    if (canvas.current !== null) setSketch(createSketchCanvas(canvas.current));
  }, []);
  useEffect(() => {
    if (pictures === undefined) return;
    if (id === null) sketch?.show([], pictures);
    else if (steps !== undefined) sketch?.show(steps, pictures);
  }, [sketch, id, steps, pictures]);
  useEffect(() => {
    ring.current?.style.setProperty('--size', String(size));
  }, [size]);
  useEffect(() => {
    const shares = frameShares(width, height);
    canvas.current?.style.setProperty('--frame-x', String(shares.x));
    canvas.current?.style.setProperty('--frame-y', String(shares.y));
  }, [width, height]);
  useEffect(() => {
    if (sketch === null || surface.current === null || !isOpen) return;
    const targets = holdPageWhilePainting(app, {
      brush: () => snapshot(app.state.lightMap),
      begin() {
        stopGlide();
      },
      extend: (segments, isEraser) => sketch.extend(segments, isEraser),
      end(segments, isEraser) {
        const stroke = { id: app.outside.randomUuid(), kind: 'stroke', isEraser, segments } as const;
        sketch.end(stroke);
        const added = addStep(app, stroke).then(
          (isKept) => {
            if (isKept) return;
            sketch.drop(stroke.id);
            tellNotShown(app);
          },
          (error: unknown) => {
            sketch.drop(stroke.id);
            throw error;
          },
        );
        guardSketch(app, added);
      },
      cancel() {
        sketch.drop();
      },
      moveCamera(gesture) {
        const isEnd = gesture.kind === 'pointer' && gesture.phase !== 'down';
        if (isEnd || !holdsCamera(app)) app.viewer.current?.sendGesture(gesture);
      },
    });
    return followBrush(surface.current, targets);

    /** A sketch belongs to a view at rest. */
    function stopGlide(): void {
      const viewer = app.viewer.current;
      if (viewer === null || !app.state.lightMap.isCameraMoving) return;
      viewer.api
        .camera()
        .then((pose) => viewer.api.setCamera(pose, 0))
        .catch(() => undefined);
    }
  }, [app, sketch, isOpen]);

  const showRing = (event: React.PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const style = ring.current?.style;
    style?.setProperty('--x', String((100 * (event.clientX - box.left)) / box.width));
    style?.setProperty('--y', String((100 * (event.clientY - box.top)) / box.height));
  };
  return (
    <div ref={surface} className={styles.surface} data-open={isOpen} onPointerMove={showRing}>
      <canvas
        ref={canvas}
        className={styles.sketch}
        data-hidden={isCameraMoving}
        width={LIGHT_MAP_PX}
        height={LIGHT_MAP_PX}
        role="img"
        aria-label={t.lightMap.sketch(current?.strokes ?? 0, current?.hasPicture ?? false)}
      />
      {isOpen && <span ref={ring} className={styles.ring} aria-hidden="true" />}
    </div>
  );
}
