import {
  CanvasTexture,
  CylinderGeometry,
  createCanvasElement,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  type Quaternion,
  Raycaster,
  Scene,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { AXIS_COLOURS, GIZMO_SIZE_PX } from '../../contract/constants.ts';

const AXES = [
  { name: 'X', colour: AXIS_COLOURS.x, direction: new Vector3(1, 0, 0) },
  { name: 'Y', colour: AXIS_COLOURS.y, direction: new Vector3(0, 1, 0) },
  { name: 'Z', colour: AXIS_COLOURS.z, direction: new Vector3(0, 0, 1) },
] as const;
const NEGATIVE_OPACITY = 0.2;
const LABEL_PX = 64;
/** Distance to the stage's corner, CSS pixels. */
const MARGIN_PX = 8;
/** Half of what the gizmo's camera sees, in lengths of an axis. */
const REACH = 1.75;

/**
 * The small cross of axes in the bottom right corner. A press on a ball looks along that axis. It shows the stage's axes
 * and not the model's: cameras, views and the transform tool count in these, and the coordinates panel says which of
 * them the top of the model points to.
 */
export class AxisGizmo {
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera(-REACH, REACH, REACH, -REACH, 0, 8);
  readonly #balls: Sprite[] = [];
  readonly #bar = new CylinderGeometry(0.032, 0.032, 0.74, 8);

  constructor() {
    for (const { name, colour, direction } of AXES) {
      const bar = new Mesh(this.#bar, new MeshBasicMaterial({ color: colour, toneMapped: false }));
      bar.position.copy(direction).multiplyScalar(0.4);
      bar.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
      const front = ball(colour, name, 1);
      front.position.copy(direction);
      const back = ball(colour, null, NEGATIVE_OPACITY);
      back.position.copy(direction).negate();
      this.#scene.add(bar, front, back);
      this.#balls.push(front, back);
    }
  }

  /**
   * Draws over the picture that stands on the canvas.
   *
   * @param turn The stage camera's orientation.
   */
  draw(renderer: WebGLRenderer, turn: Quaternion, widthPx: number): void {
    this.#aim(turn);
    const wasClearing = renderer.autoClear;
    renderer.autoClear = false;
    renderer.setViewport(widthPx - GIZMO_SIZE_PX - MARGIN_PX, MARGIN_PX, GIZMO_SIZE_PX, GIZMO_SIZE_PX);
    renderer.clearDepth();
    renderer.render(this.#scene, this.#camera);
    renderer.autoClear = wasClearing;
  }

  /**
   * The axis under a point, as the direction to look from; null beside the balls.
   *
   * @param xPx From the stage's left edge, CSS pixels; `yPx` from its top.
   */
  hit(xPx: number, yPx: number, widthPx: number, heightPx: number, turn: Quaternion): Vector3 | null {
    const x = ((xPx - (widthPx - GIZMO_SIZE_PX - MARGIN_PX)) / GIZMO_SIZE_PX) * 2 - 1;
    const y = 1 - ((yPx - (heightPx - GIZMO_SIZE_PX - MARGIN_PX)) / GIZMO_SIZE_PX) * 2;
    if (Math.abs(x) > 1 || Math.abs(y) > 1) return null;
    this.#aim(turn);
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.#camera);
    const ball = ray.intersectObjects(this.#balls, false)[0]?.object;
    return ball === undefined ? null : ball.position.clone().normalize();
  }

  dispose(): void {
    this.#bar.dispose();
    this.#scene.traverse((object) => {
      if (!(object instanceof Sprite || object instanceof Mesh)) return;
      const material = object.material as SpriteMaterial | MeshBasicMaterial;
      material.map?.dispose();
      material.dispose();
    });
  }

  #aim(turn: Quaternion): void {
    this.#camera.quaternion.copy(turn);
    this.#camera.position.set(0, 0, 4).applyQuaternion(turn);
    this.#camera.updateMatrixWorld();
    this.#scene.updateMatrixWorld();
  }
}

function ball(colour: string, letter: string | null, opacity: number): Sprite {
  // Safari before 16.4 has no OffscreenCanvas; the page draws there.
  const canvas = (
    typeof OffscreenCanvas === 'undefined' ? createCanvasElement() : new OffscreenCanvas(LABEL_PX, LABEL_PX)
  ) as OffscreenCanvas;
  canvas.width = canvas.height = LABEL_PX;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no 2D canvas for the labels of the axes');
  context.fillStyle = colour;
  context.beginPath();
  context.arc(LABEL_PX / 2, LABEL_PX / 2, LABEL_PX * 0.46, 0, 2 * Math.PI);
  context.fill();
  if (letter !== null) {
    context.fillStyle = '#141414';
    context.font = `600 ${LABEL_PX * 0.56}px Inter, system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(letter, LABEL_PX / 2, LABEL_PX * 0.53);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, opacity, transparent: true, toneMapped: false }));
  sprite.scale.setScalar(letter === null ? 0.36 : 0.5);
  return sprite;
}
