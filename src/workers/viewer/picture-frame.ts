import { ShaderMaterial, Vector2, type WebGLRenderer } from 'three';
import { FullScreenPass } from './full-screen-pass.ts';

const VERTEX = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = position.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

// A hairline around the frame, and beyond it the colour of the page over two thirds of what is there.
const FRAGMENT = /* glsl */ `
uniform vec2 frame;
uniform vec2 pixel;
varying vec2 vPlace;
void main() {
  vec2 beyond = (abs(vPlace) - frame) / pixel;
  float outside = max(beyond.x, beyond.y);
  if (outside <= 0.0) discard;
  gl_FragColor = outside <= 1.0 ? vec4(vec3(1.0), 0.45) : vec4(vec3(30.0 / 255.0), 0.68);
}`;

/** What lies around the frame of the picture, dimmed. It stands in a scene of its own, so that no capture can show it. */
export class PictureFrame {
  readonly #uniforms = { frame: { value: new Vector2(1, 1) }, pixel: { value: new Vector2(1, 1) } };
  readonly #pass = new FullScreenPass(
    new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: this.#uniforms,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    }),
  );

  /** Draws over the picture that stands on the canvas. @param frame Share of the canvas that the picture is. */
  draw(renderer: WebGLRenderer, frame: { readonly x: number; readonly y: number }): void {
    if (frame.x >= 1 && frame.y >= 1) return;
    const { frame: shares, pixel } = this.#uniforms;
    shares.value.set(frame.x, frame.y);
    renderer.getSize(pixel.value);
    pixel.value.set(2 / pixel.value.x, 2 / pixel.value.y);
    const wasClearing = renderer.autoClear;
    renderer.autoClear = false;
    this.#pass.draw(renderer);
    renderer.autoClear = wasClearing;
  }

  dispose(): void {
    this.#pass.dispose();
  }
}
