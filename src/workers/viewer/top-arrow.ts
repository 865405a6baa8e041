import {
  type Box3,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Scene,
  type Sprite,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { AXIS_COLOURS } from '../../contract/constants.ts';
import { turnToAxis, type UpAxis } from '../../contract/scene/up-axis.ts';
import { makeAxisBall } from './axis-ball.ts';

/** Of the largest side of the model; with the ball it stays inside the margin that a fitted camera leaves. */
const LENGTH = 0.11;
/** Where the ball stands, in lengths of the arrow from its foot. */
const BALL = 1.3;
/** How far from the middle of the picture to its edge the ball may be; beyond lies the bar of the saved views. */
const REACH = 0.62;
const UP = new Vector3(0, 1, 0);

/**
 * The arrow that stands on the model where its top points, in the colour of that axis and with its name. It stands in a
 * scene of its own, so that no capture can show it.
 */
export class TopArrow {
  isShown = false;
  readonly #scene = new Scene();
  readonly #arrow = new Group();
  readonly #material = new MeshBasicMaterial({ toneMapped: false, depthTest: false });
  readonly #shaft = new CylinderGeometry(0.045, 0.045, 0.6, 12);
  readonly #head = new ConeGeometry(0.15, 0.4, 16);
  readonly #balls = new Map<UpAxis, Sprite>();

  constructor() {
    const shaft = new Mesh(this.#shaft, this.#material);
    const head = new Mesh(this.#head, this.#material);
    shaft.position.y = 0.35;
    head.position.y = 0.8;
    this.#arrow.add(shaft, head);
    this.#scene.add(this.#arrow);
  }

  /** Draws over the picture that stands on the canvas; nothing while it is hidden or the stage is empty. */
  draw(renderer: WebGLRenderer, camera: PerspectiveCamera, box: Box3, axis: UpAxis): void {
    if (!this.isShown || box.isEmpty()) return;
    const letter = axis.charAt(0);
    const [, , , , x = 0, y = 1, z = 0] = turnToAxis(axis);
    const direction = new Vector3(x, y, z);
    const size = box.getSize(new Vector3());
    const length = LENGTH * Math.max(...size.toArray());
    this.#arrow.position.copy(placeFoot(camera, box, direction, length));
    this.#arrow.quaternion.setFromUnitVectors(UP, direction);
    this.#arrow.scale.setScalar(length);
    this.#material.color.set(AXIS_COLOURS[letter.toLowerCase() as keyof typeof AXIS_COLOURS]);
    const ball = this.#ball(axis);
    for (const other of this.#balls.values()) other.visible = other === ball;
    const wasClearing = renderer.autoClear;
    renderer.autoClear = false;
    renderer.render(this.#scene, camera);
    renderer.autoClear = wasClearing;
  }

  dispose(): void {
    this.#shaft.dispose();
    this.#head.dispose();
    this.#material.dispose();
    for (const { material } of this.#balls.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }

  #ball(axis: UpAxis): Sprite {
    const letter = axis.charAt(0);
    const colour = AXIS_COLOURS[letter.toLowerCase() as keyof typeof AXIS_COLOURS];
    const known = this.#balls.get(axis);
    if (known !== undefined) return known;
    const made = makeAxisBall(colour, axis.endsWith('DOWN') ? `-${letter}` : letter, 1);
    made.material.depthTest = false;
    made.position.y = BALL;
    this.#balls.set(axis, made);
    this.#arrow.add(made);
    return made;
  }
}

/**
 * Where the arrow begins: on the box, or, where the picture would cut it there, as far inside the model as it is seen
 * whole. It is drawn over the model.
 *
 * @param direction Of length 1, along an axis. @param length In the unit of the box.
 */
export function placeFoot(camera: PerspectiveCamera, box: Box3, direction: Vector3, length: number): Vector3 {
  const centre = box.getCenter(new Vector3());
  const end = direction.clone().multiply(box.getSize(new Vector3())).multiplyScalar(0.5);
  for (let share = 10; share >= 0; share--) {
    const foot = centre.clone().addScaledVector(end, share / 10);
    const ball = foot
      .clone()
      .addScaledVector(direction, BALL * length)
      .project(camera);
    if (Math.abs(ball.x) <= REACH && Math.abs(ball.y) <= REACH && Math.abs(ball.z) <= 1) return foot;
  }
  return centre.add(end);
}
