import { subscribe } from 'valtio';
import { AppError } from '../../../contract/failure.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { findSketch, visibleSteps } from '../../model/find-sketch.ts';
import { isPainted, type SketchFacts } from '../../state/light-map.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { isSameValue } from '../../values/same-value.ts';
import type { SketchRow } from '../../values/sketch.ts';
import { keepSketches } from './keep-sketches.ts';

/**
 * Keeps in the state which sketch belongs to what the stage shows, and keeps pictures of sketches when their tool is
 * closed, however that happens.
 *
 * @returns Function that stops.
 */
export function followSketches(app: App, viewer: ViewerClient): () => void {
  const { stage, project, lightMap } = app.state;
  let key: string | null = null;
  let model = project.settings.model_hash;
  let rows: readonly SketchRow[] = [];
  let stopWatch = (): void => {};
  /** The sketches as the open tool found them, null while it is closed. */
  let before: readonly SketchRow[] | null = null;

  const tell = (): void => {
    const { model_hash: modelHash } = project.settings;
    const isShown = stage.modelHash === modelHash;
    const camera = stage.camera === null || !isShown ? null : copyPlain(stage.camera);
    const row = camera === null ? undefined : findSketch(rows, modelHash, camera);
    const current = row === undefined ? null : describe(row);
    const ofModel = rows.filter((other) => other.modelHash === modelHash);
    const others = ofModel.filter(({ steps }) => visibleSteps(steps).length > 0);
    const newest = others.sort((a, b) => b.updatedAt - a.updatedAt)[0];
    const isElsewhere = camera !== null && newest !== undefined && !isPainted(current);
    const elsewhere = isElsewhere ? { id: newest.id, pose: copyPlain(newest.pose) } : null;
    if (!isSameValue(current, lightMap.current)) lightMap.current = current;
    if (!isSameValue(elsewhere, lightMap.elsewhere)) {
      lightMap.elsewhere = elsewhere;
      lightMap.isNoteHidden = false;
    }
  };
  const tellKeeping = (): void => {
    lightMap.isKeeping = before !== null;
  };
  const keep = (projectKey: string, found: readonly SketchRow[]): void => {
    keepSketches(app, projectKey, found, lightMap.touched)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        app.toasts.show('error', describeFailure(app.texts(), error.failure), {
          area: 'viewer',
          cause: error,
        });
      })
      .finally(tellKeeping);
  };
  const followTool = (): void => {
    const isOpen = stage.toolbar === 'light-map' && key !== null;
    if (isOpen && before === null) {
      before = rows;
      lightMap.touched = [];
      tellKeeping();
    }
    if (isOpen || before === null) return;
    const found = before;
    before = null;
    if (key === null) tellKeeping();
    else keep(key, found);
  };
  const watch = (): void => {
    if (project.settings.model_hash !== model) {
      model = project.settings.model_hash;
      tell();
    }
    if (project.key === key) return;
    stopWatch();
    key = project.key;
    rows = [];
    before = null;
    tellKeeping();
    const wanted = key;
    if (wanted === null) stopWatch = () => {};
    else {
      stopWatch = app.db.watch(
        () => app.db.sketches.where('projectKey').equals(wanted).toArray(),
        (found) => {
          rows = found;
          tell();
        },
      );
    }
    tell();
  };
  const stopEvents = viewer.onEvent((event) => {
    if (event.kind === 'cameraMoved' || event.kind === 'cameraTravelled') lightMap.isCameraMoving = true;
    else if (event.kind === 'cameraSettled' || event.kind === 'needsScene') lightMap.isCameraMoving = false;
  });
  const stopStage = subscribe(stage, () => {
    tell();
    followTool();
  });
  const stopProject = subscribe(project, watch);
  watch();
  followTool();
  return () => {
    stopEvents();
    stopStage();
    stopProject();
    stopWatch();
    lightMap.isKeeping = false;
  };
}

function describe({ id, steps, undone }: SketchRow): SketchFacts {
  const kinds = visibleSteps(steps).map(({ kind }) => kind);
  return {
    id,
    strokes: kinds.filter((kind) => kind === 'stroke').length,
    hasPicture: kinds.includes('picture'),
    undoable: steps.length,
    redoable: undone.length,
  };
}
