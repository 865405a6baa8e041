import {
  CylinderGeometry,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  type Quaternion,
  Raycaster,
  Scene,
  Sprite,
  type SpriteMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { AXIS_COLOURS, GIZMO_SIZE_PX } from '../../contract/constants.ts';
import type { HelperView } from '../../contract/stage.ts';
import { makeAxisBall } from './axis-ball.ts';

/** Each axis with the views that its two ends stand for. */
const AXES = [
  { name: 'X', colour: AXIS_COLOURS.x, direction: new Vector3(1, 0, 0), views: ['right', 'left'] },
  { name: 'Y', colour: AXIS_COLOURS.y, direction: new Vector3(0, 1, 0), views: ['top', 'bottom'] },
  { name: 'Z', colour: AXIS_COLOURS.z, direction: new Vector3(0, 0, 1), views: ['front', 'back'] },
] as const;
const NEGATIVE_OPACITY = 0.2;
/** Distance to the stage's corner, CSS pixels. */
const MARGIN_PX = 8;
/** Half of what the gizmo's camera sees, in lengths of an axis. */
const REACH = 1.75;

/**
 * The small cross of axes in the bottom right corner. A press on a ball asks for the view from there. It shows the
 * stage's axes and not the model's: cameras, views and the transform tool count in these, and the coordinates panel
 * says which of them the top of the model points to.
 */
export class AxisGizmo {
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera(-REACH, REACH, REACH, -REACH, 0, 8);
  readonly #balls = new Map<Object3D, HelperView>();
  readonly #bar = new CylinderGeometry(0.032, 0.032, 0.74, 8);

  constructor() {
    for (const { name, colour, direction, views } of AXES) {
      const bar = new Mesh(this.#bar, new MeshBasicMaterial({ color: colour, toneMapped: false }));
      bar.position.copy(direction).multiplyScalar(0.4);
      bar.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
      const front = makeAxisBall(colour, name, 1);
      front.position.copy(direction);
      const back = makeAxisBall(colour, null, NEGATIVE_OPACITY);
      back.position.copy(direction).negate();
      this.#scene.add(bar, front, back);
      this.#balls.set(front, views[0]).set(back, views[1]);
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
   * The view that the ball under a point stands for; null beside the balls.
   *
   * @param xPx From the stage's left edge, CSS pixels; `yPx` from its top.
   */
  hit(xPx: number, yPx: number, widthPx: number, heightPx: number, turn: Quaternion): HelperView | null {
    const x = ((xPx - (widthPx - GIZMO_SIZE_PX - MARGIN_PX)) / GIZMO_SIZE_PX) * 2 - 1;
    const y = 1 - ((yPx - (heightPx - GIZMO_SIZE_PX - MARGIN_PX)) / GIZMO_SIZE_PX) * 2;
    if (Math.abs(x) > 1 || Math.abs(y) > 1) return null;
    this.#aim(turn);
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.#camera);
    const ball = ray.intersectObjects([...this.#balls.keys()], false)[0]?.object;
    return (ball && this.#balls.get(ball)) ?? null;
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
