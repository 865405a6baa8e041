import { once } from 'node:events';
import { connect } from 'node:net';
import { pictureWork } from '../../src/server/images/picture-work.ts';
import { serveWork } from '../../src/server/work/serve-work.ts';
import { HELD_PREVIEW_PX, HELD_RENDER_PX } from './hold-pictures.ts';

// As `picture-process.ts`, but pictures that say so are worked on only once a test lets them go, see `hold-pictures.ts`.

type Method = (...args: unknown[]) => Promise<unknown>;
const held = Object.fromEntries(
  Object.entries(pictureWork).map(([name, method]) => [
    name,
    async (first: unknown, ...others: unknown[]) => {
      const [port, tag, given] = readMark(name, first);
      if (port !== null) await waitUntilReleased(port, tag);
      return (method as Method)(given, ...others);
    },
  ]),
);
serveWork(held, ['a test looks on']);

/** Where a picture is held and under which name, and the picture without that. */
function readMark(name: string, first: unknown): [port: number | null, tag: string, given: unknown] {
  if (first instanceof Uint8Array) {
    const tail = Buffer.from(first.subarray(-60)).toString('latin1');
    const [mark = '', port, tag = ''] = /hold:(\d+):(\w+)$/.exec(tail) ?? [];
    return [port === undefined ? null : Number(port), tag, first.subarray(0, first.length - mark.length)];
  }
  const { widthPx, rgba = [] } = first as { widthPx?: number; rgba?: ArrayLike<number> };
  const isHeld =
    (name === 'encodeRender' && widthPx === HELD_RENDER_PX) ||
    (name === 'encodePreview' && widthPx === HELD_PREVIEW_PX);
  return [isHeld ? (rgba[0] ?? 0) + 256 * (rgba[1] ?? 0) : null, name, first];
}

/** Works a little all the while: a process that does nothing is taken for one that hangs. */
async function waitUntilReleased(port: number, tag: string): Promise<void> {
  const working = setInterval(() => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 10_000);
  }, 100);
  const socket = connect(port, '127.0.0.1');
  socket.write(tag);
  // `end` comes only to who reads.
  socket.resume();
  await once(socket, 'close');
  clearInterval(working);
}
