import type { LibraryItemBody } from '../../contract/http/libraries.ts';
import type { Carry } from '../browser/carry-by-pointer.ts';
import type { App } from '../core/app.ts';
import { findMaterialAt } from '../core/find-part.ts';
import { applyLibraryMaterial } from '../features/materials/apply-library-material.ts';
import { nameMaterial } from '../model/name-material.ts';
import { seesStage } from '../state/edit.ts';
import { describeError } from '../texts/describe-failure.ts';

/**
 * Begins to carry a library material over the stage. All parts that would wear it are lit under the pointer. Dropped on
 * one it is laid on as one step to undo, and the stage is there to be seen; dropped beside it, or given up, nothing
 * changes.
 *
 * @returns Null while there is nothing to drop it on.
 */
export function carryMaterial(
  app: App,
  item: LibraryItemBody,
  clientX: number,
  clientY: number,
): Carry | null {
  const { stage, shell, edit } = app.state;
  if (stage.modelHash === null || (shell.place === 'edit' && !seesStage(edit))) return null;
  const texts = app.texts();
  const { thumbnail } = item;
  stage.offered = null;
  stage.carried = {
    name: item.names[texts.language],
    thumbnail,
    over: null,
    startX: clientX,
    startY: clientY,
  };
  let wanted: readonly [number, number] | null = null;
  let isAsking = false;

  const look = async (): Promise<void> => {
    isAsking = true;
    try {
      while (wanted !== null && stage.carried !== null) {
        const [x, y] = wanted;
        wanted = null;
        const row = await findMaterialAt(app, x, y);
        if (stage.carried === null) break;
        stage.lit = row === null ? null : { kind: 'material', materialIndex: row.index };
        stage.carried.over = row === null ? null : nameMaterial(row, texts);
      }
    } finally {
      isAsking = false;
    }
  };
  const end = (): void => {
    wanted = null;
    stage.carried = null;
    stage.lit = null;
  };
  const layOn = async (x: number, y: number): Promise<void> => {
    const row = await findMaterialAt(app, x, y).finally(end);
    if (row === null) return;
    if (shell.modal?.kind === 'library') shell.modal = null;
    if (shell.place === 'assets') shell.place = 'create';
    applyLibraryMaterial(app, texts, row, item);
  };
  const tell = (error: unknown): void => {
    app.toasts.show('error', describeError(texts, error), { area: 'viewer', cause: error });
  };
  return {
    moveTo(x, y) {
      wanted = [x, y];
      // What lies under the pointer is only shown; the next move asks again.
      if (!isAsking) look().catch(() => undefined);
    },
    drop(x, y) {
      layOn(x, y).catch(tell);
    },
    cancel: end,
  };
}
