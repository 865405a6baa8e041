import { expect, test } from 'vitest';
import { SHARED_BYTES_MAX } from '../../src/contract/share-target.ts';
import { takeShare } from '../../src/workers/offline/take-share.ts';

const ORIGIN = 'https://vitrine.example';

/** Cache storage of a browser, as far as a share needs it. @param roomFor So many entries find room. */
function openCaches(roomFor = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, unknown>([['/share/list', 'of a share before']]);
  const cache = {
    put: async (key: string, value: Response) => {
      if (kept.size >= roomFor) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
  const caches = {
    open: async () => cache,
    delete: async () => {
      kept.clear();
      return true;
    },
  } as unknown as CacheStorage;
  return { caches, kept };
}

async function share(files: readonly File[], referrer = '', roomFor?: number) {
  const { caches, kept } = openCaches(roomFor);
  const form = new FormData();
  const request = {
    referrer,
    formData: async () => Object.assign(form, { getAll: () => files }),
  } as unknown as Request;
  const answer = await takeShare(request, { origin: ORIGIN, caches, now: () => 5 });
  return { status: answer.status, to: answer.headers.get('location'), kept: [...kept.keys()] };
}
const file = (name: string, size = 3): File =>
  Object.defineProperty(new File(['abc'], name), 'size', { value: size });

test('what was shared takes the place of what waited, and the browser is sent to the app', async () => {
  const taken = await share([file('a.gltf'), file('a.bin')]);
  expect(taken).toEqual({ status: 303, to: `${ORIGIN}/`, kept: ['/share/0', '/share/1', '/share/list'] });
});

test('more than a model may have is refused, and what waited stays', async () => {
  const half = SHARED_BYTES_MAX / 2;
  const large = await share([file('a.gltf', half), file('a.bin', half + 1)]);
  expect(large).toEqual({ status: 303, to: `${ORIGIN}/?share=large`, kept: ['/share/list'] });
});

test('without room for all of it nothing is left of it', async () => {
  const full = await share([file('a.gltf'), file('a.bin')], '', 1);
  expect(full).toEqual({ status: 303, to: `${ORIGIN}/?share=room`, kept: [] });
});

test('a form of another site brings nothing', async () => {
  const foreign = await share([file('a.glb')], 'https://elsewhere.example/page');
  expect(foreign).toEqual({ status: 303, to: `${ORIGIN}/?share=none`, kept: ['/share/list'] });
  expect((await share([file('a.glb')], `${ORIGIN}/share`)).to).toBe(`${ORIGIN}/`);
});
