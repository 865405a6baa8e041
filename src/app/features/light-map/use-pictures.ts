import { useEffect, useState } from 'react';
import type { ContentHash } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import type { SketchPictures } from '../../model/draw-sketch.ts';
import { listPictures, visibleSteps } from '../../model/find-sketch.ts';
import { type OpenPictures, openPictures } from '../../scene/open-pictures.ts';
import { describeError } from '../../texts/describe-failure.ts';
import type { SketchRow } from '../../values/sketch.ts';

const NONE: SketchPictures = new Map();

/**
 * The pictures of a sketch that is shown, each decoded once, also when its step is taken back and brought back. One that
 * cannot be had is told.
 *
 * @returns Undefined until they are there.
 */
export function usePictures(row: SketchRow | undefined): SketchPictures | undefined {
  const app = useApp();
  const [opened, setOpened] = useState<{ readonly of: string; readonly pictures: OpenPictures } | null>(null);
  const wanted = listPictures([...visibleSteps(row?.steps ?? []), ...(row?.undone ?? [])])
    .sort()
    .join();
  useEffect(() => {
    if (wanted === '') return;
    let isOver = false;
    let mine: OpenPictures | null = null;
    const tell = (error: unknown): void =>
      void app.toasts.show('error', describeError(app.texts(), error), { area: 'viewer', cause: error });
    openPictures(app, wanted.split(',') as ContentHash[])
      .then((pictures) => {
        if (isOver) return pictures.close();
        mine = pictures;
        setOpened({ of: wanted, pictures });
        if (pictures.lack !== null) tell(pictures.lack);
      })
      .catch(tell);
    return () => {
      isOver = true;
      mine?.close();
    };
  }, [app, wanted]);
  if (wanted === '') return NONE;
  return opened?.of === wanted ? opened.pictures.found : undefined;
}
