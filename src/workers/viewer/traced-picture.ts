import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
} from 'three';
import { opticsOf } from '../../contract/camera/camera-optics.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { Frame } from './backdrop.ts';
import { FullScreenPass } from './full-screen-pass.ts';
import type { Orbit } from './orbit.ts';

const VERTEX = /* glsl */ `
uniform vec2 frame;
varying vec2 vPlace;
void main() {
  vPlace = 0.5 + 0.5 * position.xy / frame;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

// Display values as they are. The bias keeps it sharp where it is larger than the stage.
const FRAGMENT = /* glsl */ `
uniform sampler2D picture;
varying vec2 vPlace;
void main() {
  if (any(notEqual(vPlace, clamp(vPlace, 0.0, 1.0)))) discard;
  gl_FragColor = vec4(texture2D(picture, vec2(vPlace.x, 1.0 - vPlace.y), -0.5).rgb, 1.0);
}`;

/** A picture that Studio has traced of what stands here, in place of the scene within the frame of the picture. */
export class TracedPicture {
  readonly #uniforms = {
    frame: { value: new Vector2(1, 1) },
    picture: { value: null as DataTexture | null },
  };
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
  /** From where it is seen; null: there is none. */
  #sight: string | null = null;

  /** Whether there is one of what is seen now; one from elsewhere is let go of. @param onDrop Told of that. */
  isOf(orbit: Orbit, onDrop: () => void): boolean {
    if (this.#sight === null) return false;
    const isSame = this.#sight === describeSight(framingOf(orbit));
    if (!isSame && this.drop()) onDrop();
    return isSame;
  }

  /** @param rgba sRGB, row 0 at the top; not changed. @param pose From where it is seen. */
  show(rgba: ArrayBuffer, widthPx: number, heightPx: number, pose: CameraPose): void {
    this.drop();
    const texture = new DataTexture(new Uint8Array(rgba), widthPx, heightPx);
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.needsUpdate = true;
    this.#uniforms.picture.value = texture;
    this.#sight = describeSight(pose);
  }

  /** @returns Whether there was one. */
  drop(): boolean {
    const { picture } = this.#uniforms;
    picture.value?.dispose();
    picture.value = null;
    const wasShown = this.#sight !== null;
    this.#sight = null;
    return wasShown;
  }

  /** Draws it over what stands on the canvas. @param frame Share of the canvas that the picture is. */
  draw(renderer: WebGLRenderer, frame: Frame): void {
    this.#uniforms.frame.value.set(frame.x, frame.y);
    const wasClearing = renderer.autoClear;
    renderer.autoClear = false;
    this.#pass.draw(renderer);
    renderer.autoClear = wasClearing;
  }

  dispose(): void {
    this.drop();
    this.#pass.dispose();
  }
}

function describeSight(pose: Omit<CameraPose, 'quaternion'>): string {
  const { position, target, up, fovDegrees } = pose;
  return JSON.stringify([position, target, up, fovDegrees, opticsOf(pose)]);
}

function framingOf({ position, target, up, fovDegrees, optics }: Orbit): Omit<CameraPose, 'quaternion'> {
  return {
    position: position.toArray(),
    target: target.toArray(),
    up: up.toArray(),
    fovDegrees,
    ...optics,
  };
}
