import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { drawEan13, readEan13 } from '../support/ean-13.ts';
import { CODE, makeProducts, orderCode, SHOP_VIEWS } from '../support/labelled-products.ts';
import { buildKernel, createTestHost } from '../support/trace-host.ts';

beforeAll(buildKernel);

test('the decoder reads a code as it is drawn, blurred and dim, and nothing of one that is wrong', async () => {
  const png = await drawEan13(CODE, 3, 40);
  const read = async (image: ReturnType<typeof sharp>) => {
    const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return readEan13(new Uint8Array(data), info.width, info.height);
  };
  expect(await read(sharp(png))).toBe(CODE);
  expect(await read(sharp(png).blur(1.2).linear(0.5, 40))).toBe(CODE);
  expect(await read(sharp(png).flop())).toBe(CODE);
  // A bar that is gone is no digit, or fails the check.
  const gap = {
    input: { create: { width: 6, height: 120, channels: 3, background: '#fff' } },
    left: 120,
    top: 0,
  };
  expect(await read(sharp(png).composite([gap as never]))).toBe(null);
});

test('the code on a bottle and on a box of 250 mm can be read in a picture of 2048 px, from where shops look', async () => {
  const host = await createTestHost(1, true);
  const products = await makeProducts();
  for (const [product, view] of [
    [products[0], SHOP_VIEWS[0]],
    [products[1], SHOP_VIEWS[2]],
  ] as const) {
    if (product === undefined) throw new Error('no product');
    const job = await orderCode(product, view, 2048, 320, { quality: 'draft' });
    let read: string | null = null;
    for await (const event of tracePicture(job, host, new AbortController().signal)) {
      if (event.kind === 'image') read = readEan13(event.rgba, event.widthPx, event.heightPx);
    }
    expect(read, `${product.name}, ${view.name}`).toBe(CODE);
  }
});
