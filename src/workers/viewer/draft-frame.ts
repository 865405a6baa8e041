import { ShaderMaterial, type Texture, Vector2, type WebGLRenderer, type WebGLRenderTarget } from 'three';
import { openDisplayTarget } from './display-target.ts';
import { FullScreenPass } from './full-screen-pass.ts';

/** Side, in pixels, of the invisible picture of {@link DraftFrame.drawUnseen}. */
const UNSEEN_PX = 16;

/** With fewer, the processor takes less than a third of a second for smooth edges. */
const MAX_TRIANGLES = 100_000;
/** With more parts much is hidden behind other parts, and a software renderer shades that as well. */
const MAX_PARTS = 1_000;
/** Triangles, of all sides that a product is looked at from at once, that hold nobody up: on a card, and by the processor. */
const SEEN_AT_ONCE = { card: 6_000_000, processor: 1_000_000 };
/** Parts, over all sides seen at once, that hold nobody up: each is ordered for each side. */
const PARTS_AT_ONCE = 4_000;
/** A quarter of the pixels. */
const RESOLUTION = 0.5;

const VERTEX = /* glsl */ `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;

const FRAGMENT = /* glsl */ `
uniform sampler2D drawn;
uniform vec2 pixel;
void main() { gl_FragColor = vec4(texture2D(drawn, gl_FragCoord.xy * pixel).rgb, 1.0); }`;

/**
 * A frame whose edges are not smoothed. Where the processor draws, a million small triangles cost it 0.9 s so and 3.3 s
 * with smoothed edges, because it shades four places of a pixel for each triangle that comes near one. It shades what is
 * hidden behind others as well, so that a quarter of the pixels takes a quarter of the time.
 */
export class DraftFrame {
  #target: WebGLRenderTarget | null = null;
  readonly #uniforms = { drawn: { value: null as Texture | null }, pixel: { value: new Vector2() } };
  readonly #pass = new FullScreenPass(
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: this.#uniforms,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    }),
  );

  /**
   * Does `draw` with the renderer on this frame, and puts it on the canvas.
   *
   * @param resolution Share of the canvas's pixels of a side, see {@link draftResolution}.
   */
  show(renderer: WebGLRenderer, resolution: number, draw: () => void): void {
    const { drawn, pixel } = this.#uniforms;
    const { x, y } = renderer.getDrawingBufferSize(pixel.value);
    pixel.value.set(1 / x, 1 / y);
    this.#target ??= openDisplayTarget();
    this.#target.setSize(Math.ceil(x * resolution), Math.ceil(y * resolution));
    drawInto(renderer, this.#target, draw);
    drawn.value = this.#target.texture;
    this.#pass.draw(renderer);
  }

  /** Does `draw` with the renderer on a few pixels that nobody sees: the card takes or refuses what it draws. */
  drawUnseen(renderer: WebGLRenderer, draw: () => void): void {
    const target = openDisplayTarget();
    target.setSize(UNSEEN_PX, UNSEEN_PX);
    try {
      drawInto(renderer, target, draw);
    } finally {
      target.dispose();
    }
  }

  /** Frees what it holds on the card; the next frame takes it again. */
  release(): void {
    this.#target?.dispose();
    this.#target = null;
  }

  dispose(): void {
    this.release();
    this.#pass.dispose();
  }
}

/** Share of the canvas's pixels of a side that a draft has. @param canvasResolution Share of the full one that it has already. */
export function draftResolution(canvasResolution: number): number {
  return Math.min(1, RESOLUTION / canvasResolution);
}

/** Whether the processor takes so long for a whole frame of a product that a draft is wanted first. */
export function isHeavy(triangleCount: number, partCount: number): boolean {
  return triangleCount > MAX_TRIANGLES || partCount > MAX_PARTS;
}

/** From how many sides a product may be looked at before somebody waits for it (`sky-visibility.ts`). */
export function sidesAtOnce(triangleCount: number, partCount: number, isInSoftware: boolean): number {
  const most = isInSoftware ? SEEN_AT_ONCE.processor : SEEN_AT_ONCE.card;
  const count = Math.min(most / Math.max(1, triangleCount), PARTS_AT_ONCE / Math.max(1, partCount));
  return Math.max(1, Math.floor(count));
}

/** Does `draw` with the renderer on a target. */
export function drawInto(renderer: WebGLRenderer, target: WebGLRenderTarget, draw: () => void): void {
  renderer.setRenderTarget(target);
  try {
    draw();
  } finally {
    renderer.setRenderTarget(null);
  }
}
