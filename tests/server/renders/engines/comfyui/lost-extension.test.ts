import { afterEach, expect, test } from 'vitest';
import type { LibraryItemId } from '../../../../../src/contract/ids.ts';
import { createComfyStage, eventsOf, makeSmallOrder, ready } from '../../../../support/comfy-engine.ts';

const stage = createComfyStage();
afterEach(stage.close);

test.each(['0.3.64', '0.38.1'])(
  'an extension that ComfyUI %s has lost: it is asked anew, and draws with what it has',
  async (version) => {
    const fake = await stage.fake({ version });
    const comfy = await stage.open([fake.url]);
    await comfy.seen(ready(1));
    await fake.set({ kind: 'core-only' });
    const { passes, ...order } = await makeSmallOrder();
    const style = { imageHash: passes.snapshot, libraryId: 1 as LibraryItemId, name: '', strength: 0.5 };
    const attempt = comfy.start({ ...order, passes, style });
    expect(eventsOf(await attempt.ended, 'image')).toHaveLength(1);
    expect(eventsOf(attempt.events, 'made')[0]?.provenance.leftOut).toContain('style');
  },
);
