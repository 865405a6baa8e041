import {
  AdditiveBlending,
  HalfFloatType,
  NearestFilter,
  type PerspectiveCamera,
  type Texture,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { ThinLens } from '../../tracer/scene.ts';
import { aimLens } from './aim-lens.ts';
import { isSoftware } from './choose-anisotropy.ts';
import { nameGraphics } from './describe-graphics.ts';
import { openDisplayTarget } from './display-target.ts';
import { drawInto } from './draft-frame.ts';
import { openPass } from './full-screen-pass.ts';
import type { Stage } from './stage.ts';

/** Views in a finished preview: with 48 the widest blur still falls apart into copies. */
const VIEWS = 96;
/** Where the processor draws, one takes as long as all of them on a card. */
const VIEWS_IN_SOFTWARE = 24;
/** Fewer would be seen as copies of the product. */
const LEAST_SHOWN = 12;
/** Steps of a sequence that fills a square evenly at any length (Roberts 2018, R2), and of one for the pixel. */
const STEPS = [0.7548776662466927, 0.5698402909980532, 0.8191725133961645, 0.6710436067037893] as const;

// Light adds up, not what a display shows of it.
const ADD = /* glsl */ `
uniform sampler2D view;
void main() {
  vec3 shown = texelFetch(view, ivec2(gl_FragCoord.xy), 0).rgb;
  gl_FragColor = vec4(sRGBTransferEOTF(vec4(shown, 1.0)).rgb, 1.0);
}`;

const SHOW = /* glsl */ `
uniform sampler2D view;
void main() {
  vec4 sum = texelFetch(view, ivec2(gl_FragCoord.xy), 0);
  gl_FragColor = vec4(sRGBTransferOETF(vec4(sum.rgb / max(1.0, sum.a), 1.0)).rgb, 1.0);
}`;

type LensPass = ReturnType<typeof openPass<{ view: { value: Texture | null } }>>;

const ADDED = { transparent: true, blending: AdditiveBlending, premultipliedAlpha: true } as const;

/**
 * The stage through a thin lens: the mean of what is seen from many points of its aperture, all of which see the plane of
 * focus in the same place. Each view is the stage as it is drawn anyway, so that lights and shadows are the same; what is
 * brighter than the display blurs as if it were not.
 */
export class LensPreview {
  readonly #stage: Stage;
  readonly #view = openDisplayTarget();
  readonly #sum = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
  });
  readonly #views: number;
  readonly #add = openPass(ADD, { view: { value: null as Texture | null } }, ADDED);
  readonly #show = openPass(SHOW, { view: { value: null as Texture | null } });
  #count = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#views = isSoftware(nameGraphics(stage.renderer)) ? VIEWS_IN_SOFTWARE : VIEWS;
  }

  /** Forgets the views: another picture begins. */
  restart(): void {
    this.#count = 0;
  }

  /**
   * Adds a view, and shows what there is when that is worth looking at.
   *
   * @returns `isShown`: the canvas has another picture; `isDone`: no more is wanted.
   */
  step(lens: ThinLens): { readonly isShown: boolean; readonly isDone: boolean } {
    const { renderer } = this.#stage;
    const size = renderer.getDrawingBufferSize(new Vector2());
    if (this.#sum.width !== size.x || this.#sum.height !== size.y) this.#count = 0;
    this.#view.setSize(size.x, size.y);
    this.#sum.setSize(size.x, size.y);
    const eye = this.#openEye(lens, size);
    drawInto(renderer, this.#view, () => this.#stage.drawFrom(eye));
    const isFirst = this.#count === 0;
    drawInto(renderer, this.#sum, () => draw(renderer, this.#add, this.#view.texture, isFirst));
    this.#count += 1;
    const isDone = this.#count >= this.#views;
    // Twice as many views each time: a step that can be seen.
    const isShown =
      isDone || (this.#count >= LEAST_SHOWN && Number.isInteger(Math.log2(this.#count / LEAST_SHOWN)));
    if (isShown) {
      const { widthPx, heightPx } = this.#stage.rect;
      renderer.setViewport(0, 0, widthPx, heightPx);
      draw(renderer, this.#show, this.#sum.texture, true);
      this.#stage.drawTools();
    }
    return { isShown, isDone };
  }

  dispose(): void {
    this.#view.dispose();
    this.#sum.dispose();
    this.#add.pass.dispose();
    this.#show.pass.dispose();
  }

  /** The stage's camera, moved to the next point of the aperture and to another point of the pixels. */
  #openEye({ radius, focusDistance }: ThinLens, size: Vector2): PerspectiveCamera {
    const { camera, bounds, shift } = this.#stage;
    const [u, v, x, y] = STEPS.map((step) => (0.5 + this.#count * step) % 1) as [
      number,
      number,
      number,
      number,
    ];
    const [along, turn] = [radius * Math.sqrt(u), 2 * Math.PI * v];
    let [across, upwards] = [along * Math.cos(turn), along * Math.sin(turn)];
    const axes = [new Vector3(), new Vector3(), new Vector3()] as const;
    camera.matrixWorld.extractBasis(...axes);
    const place = new Vector3().addScaledVector(axes[0], across).addScaledVector(axes[1], upwards);
    // As the tracer has it: what would be below the floor sees from the other side.
    if (camera.position.y > bounds.min.y && camera.position.y + place.y <= bounds.min.y) {
      place.negate();
      [across, upwards] = [-across, -upwards];
    }
    const eye = camera.clone();
    eye.position.add(place);
    eye.updateMatrixWorld();
    const side = 2 * Math.tan((camera.fov * Math.PI) / 360) * focusDistance;
    const [shiftX, shiftY] = shift ?? [0, 0];
    const moved: [number, number] = [
      shiftX - across / side + (x - 0.5) / size.y,
      shiftY - upwards / side + (y - 0.5) / size.y,
    ];
    aimLens(eye, size.x / size.y, moved, 1);
    return eye;
  }
}

/** @param isFresh What is drawn on is emptied before. */
function draw(
  renderer: WebGLRenderer,
  { uniforms, pass }: LensPass,
  picture: Texture,
  isFresh: boolean,
): void {
  uniforms.view.value = picture;
  const wasClearing = renderer.autoClear;
  const alpha = renderer.getClearAlpha();
  renderer.autoClear = isFresh;
  renderer.setClearAlpha(0);
  pass.draw(renderer);
  renderer.setClearAlpha(alpha);
  renderer.autoClear = wasClearing;
}
