import { pictureWork } from '../../src/server/images/picture-work.ts';
import { serveWork } from '../../src/server/work/serve-work.ts';

// As `picture-process.ts`, but outlines and finished renders of 65 px end it: pictures that no process survives.
const killed = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};
serveWork({
  ...pictureWork,
  inspectImage: (bytes: Uint8Array, name: string) =>
    name === 'outline_snapshot' ? killed() : pictureWork.inspectImage(bytes, name),
  encodeRender: (pixels: Parameters<typeof pictureWork.encodeRender>[0], thumbnailPx: number) =>
    pixels.widthPx === 65 ? killed() : pictureWork.encodeRender(pixels, thumbnailPx),
});
