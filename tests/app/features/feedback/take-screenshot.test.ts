import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { takeScreenshot } from '../../../../src/app/features/feedback/take-screenshot.ts';
import { shareChromium } from '../../../support/browser.ts';
import { type Pixels, pixelsOf } from '../../../support/pixels.ts';

declare const screenshots: { takeScreenshot: typeof takeScreenshot };
type Viewer = Parameters<typeof takeScreenshot>[0]['viewer'];

/** As strict as the product's own about what a page may hold. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' data:";
const SIZE = { width: 400, height: 300 };
const [RED, GREEN, BLUE, WHITE, GREY] = [
  [200, 0, 0],
  [0, 160, 0],
  [0, 0, 200],
  [255, 255, 255],
  [90, 90, 90],
] as const;

const MARKUP = `<!doctype html><html class="plain"><head><link rel="stylesheet" href="/page.css"></head><body>
  <div id="scroller"><header></header><div class="band red"></div><div class="band green"></div><div class="band blue"></div></div>
  <div id="fades" class="box green"></div>
  <div id="wide" class="box"></div>
  <input id="text" value="old"><input id="password" type="password" value="a secret of old">
  <label><input id="check" type="checkbox"><span class="box"></span></label>
  <img id="picture" src="/picture.png" alt="A long description of the picture">
  <canvas id="drawn" width="40" height="40"></canvas>
  <div id="stage" data-model="1"><canvas width="80" height="80"></canvas></div>
  <div id="named"></div><div hidden class="cover red"></div>
  <script src="/page.js"></script></body></html>`;
const STYLES = `
  html, body { height: 100%; margin: 0; } body { background: rgb(255 255 255); font: 16px sans-serif; }
  .plain [id] { position: absolute; box-sizing: border-box; }
  .red { background: rgb(200 0 0); } .green { background: rgb(0 160 0); } .blue { background: rgb(0 0 200); }
  .box { display: block; width: 40px; height: 40px; } .band { height: 100px; } .cover { position: fixed; inset: 0; }
  [hidden] { display: none; }
  #scroller { left: 0; top: 0; width: 100px; height: 100px; overflow: auto; }
  #scroller header { position: sticky; top: 0; z-index: 1; height: 20px; background: rgb(90 90 90); }
  #fades { left: 120px; top: 0; animation: fade 1000s both; }
  @keyframes fade { from { opacity: 0; } }
  #wide { left: 180px; top: 0; }
  @media (width: 400px) and (hover: hover) { #wide { background: rgb(0 0 200); } }
  @media (hover: none) { #wide { background: rgb(200 0 0); } }
  #text, #password { left: 0; width: 120px; height: 30px; } #text { top: 120px; } #password { top: 160px; }
  #check { opacity: 0; } label { position: absolute; left: 240px; top: 0; } :checked + .box { background: rgb(0 160 0); }
  #picture { left: 160px; top: 60px; width: 100px; height: 50px; object-fit: cover; }
  #drawn { left: 280px; top: 60px; } #stage { left: 160px; top: 120px; width: 80px; height: 80px; }
  #named { left: 0; top: 200px; }`;
/** The canvas of the stage is not the page's to read; the name has a character that XML has not. */
const SCRIPT = `
  document.querySelector('#scroller').scrollTop = 150;
  document.querySelector('#text').value = 'WWWWWWWW';
  document.querySelector('#check').checked = true;
  document.querySelector('#named').textContent = 'A chair\\u0001';
  const context = document.querySelector('#drawn').getContext('2d');
  context.fillStyle = 'rgb(200 0 0)';
  context.fillRect(0, 0, 40, 40);
  document.querySelector('#stage canvas').transferControlToOffscreen();
  const asker = document.createElement('div');
  asker.className = 'cover red';
  asker.append(document.createElement('p'));
  document.body.append(asker);`;

let server: Server;
let page: Page;
let script: string;
let said: string[];

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../../src/app/features/feedback/take-screenshot.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'screenshots',
  });
  script = outputFiles[0]?.text.replace('var screenshots', 'globalThis.screenshots') ?? '';
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#0000c8' } })
    .png()
    .toBuffer();
  const files: Record<string, readonly [string, string | Buffer]> = {
    '/': ['text/html', MARKUP],
    '/page.css': ['text/css', STYLES],
    '/page.js': ['text/javascript', SCRIPT],
    '/picture.png': ['image/png', picture],
  };
  server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

beforeEach(async () => {
  page = await (await shareChromium()).newPage({ viewport: SIZE });
  said = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(script);
  return () => page.close();
});

/** The picture and what it shows, with a viewer whose stage is grey. */
async function take(): Promise<{
  readonly shows: string;
  readonly picture: Pixels;
  readonly size: number[];
} | null> {
  const taken = await page.evaluate(async () => {
    const viewer = {
      current: {
        api: {
          camera: async () => null,
          capturePasses: async (_: unknown, width: number, height: number) => ({
            snapshot: new Uint8ClampedArray(width * height * 4).map((_value, at) =>
              at % 4 === 3 ? 255 : 90,
            ),
          }),
        },
      },
    } as unknown as Viewer;
    const made = await screenshots.takeScreenshot({ viewer }, document.querySelector('p') as Element);
    return made && { shows: made.shows, bytes: [...new Uint8Array(await made.picture.arrayBuffer())] };
  });
  if (taken === null) return null;
  const image = sharp(Buffer.from(taken.bytes)).removeAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { shows: taken.shows, picture: pixelsOf(data, info.width, 3), size: [info.width, info.height] };
}

const isNear = (colour: readonly number[], [r, g, b]: readonly number[]) =>
  Math.hypot(colour[0]! - r!, colour[1]! - g!, colour[2]! - b!) < 24;

test('a page is seen as it stands: scrolled, filled in, drawn on, with the stage and without the window that asks', async () => {
  const { picture, shows, size } = (await take())!;
  expect([shows, ...size]).toEqual(['page', 200, 150]);
  /** Of a point of the page, in CSS pixels. */
  const at = (x: number, y: number) => picture.at(x / 2, y / 2);
  const expected: readonly (readonly [string, number, number, readonly number[]])[] = [
    ['a header that stays', 50, 10, GREY],
    // 170 to 250 of what scrolls: 20 of the header, 100 red, 100 green.
    ['what was scrolled to', 50, 60, GREEN],
    ['the band after it', 50, 85, BLUE],
    ['what fades in', 140, 20, GREEN],
    ['an answer to a media query', 200, 20, BLUE],
    ['a tick', 260, 20, GREEN],
    ['an image', 210, 85, BLUE],
    ['a canvas', 300, 80, RED],
    ['the stage', 200, 160, GREY],
    ['nothing of the window', 380, 280, WHITE],
  ];
  const wrong = expected.filter(([, x, y, colour]) => !isNear(at(x, y), colour));
  expect(wrong.map(([name, x, y]) => [name, at(x, y)])).toEqual([]);
  // Nothing of it was refused.
  expect(said).toEqual([]);
});

test('what is written in a field is seen, a password is not', async () => {
  const { picture } = (await take())!;
  const darkest = (top: number) => {
    const inside = Array.from({ length: 50 * 8 }, (_, index) =>
      picture.at(4 + (index % 50), top / 2 + 3 + index / 50),
    );
    return Math.min(...inside.map((colour) => Math.max(...colour)));
  };
  expect(darkest(120)).toBeLessThan(150);
  expect(darkest(160)).toBeGreaterThan(220);
});

/** As in Safari, where nobody may read an image of markup. */
const refuseMarkup = () =>
  page.evaluate(() => {
    const draw = OffscreenCanvasRenderingContext2D.prototype.drawImage;
    const encode = OffscreenCanvas.prototype.convertToBlob;
    const tainted = new WeakSet<OffscreenCanvas>();
    OffscreenCanvasRenderingContext2D.prototype.drawImage = function (
      source: CanvasImageSource,
      ...at: number[]
    ) {
      if (source instanceof HTMLImageElement && source.src.startsWith('data:image/svg'))
        tainted.add(this.canvas);
      return (draw as (...given: unknown[]) => void).call(this, source, ...at);
    };
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      return tainted.has(this)
        ? Promise.reject(new DOMException('tainted', 'SecurityError'))
        : encode.call(this, options);
    };
  });

test('where nobody may read an image of a page it is drawn anew, with the stage and without the window that asks', async () => {
  await refuseMarkup();
  const { picture, shows, size } = (await take())!;
  expect([shows, ...size]).toEqual(['page', 200, 150]);
  const at = (x: number, y: number) => picture.at(x / 2, y / 2);
  const expected: readonly (readonly [string, number, number, readonly number[]])[] = [
    ['an answer to a media query', 200, 20, BLUE],
    ['a tick', 260, 20, GREEN],
    ['an image', 210, 85, BLUE],
    ['a canvas', 300, 80, RED],
    ['the stage', 200, 160, GREY],
    ['nothing of the window', 380, 280, WHITE],
  ];
  const wrong = expected.filter(([, x, y, colour]) => !isNear(at(x, y), colour));
  expect(wrong.map(([name, x, y]) => [name, at(x, y)])).toEqual([]);
});

test('where the page can be drawn in no way it is the stage alone, and nothing without one', async () => {
  await refuseMarkup();
  // What html2canvas lays its copy out in.
  await page.evaluate(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string) => {
      if (name === 'iframe') throw new Error('no frames here');
      return create(name);
    }) as typeof document.createElement;
  });
  const { shows, picture, size } = (await take())!;
  expect([shows, ...size]).toEqual(['stage', 64, 64]);
  expect(isNear(picture.at(32, 32), GREY)).toBe(true);

  await page.evaluate(() => document.querySelector('#stage')?.remove());
  expect(await take()).toBeNull();
});
