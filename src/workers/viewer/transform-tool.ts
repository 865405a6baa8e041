import {
  Matrix4,
  type Object3D,
  type PerspectiveCamera,
  Quaternion,
  Scene,
  type Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { AXIS_COLOURS, TRANSFORM_SNAPS, TRANSFORM_STEPS } from '../../contract/constants.ts';
import type { ModelStep, TransformTool as Tool, TransformSnap } from '../../contract/scene/transform-tool.ts';

/** Of three's own size: an arrow is then a sixth of the stage long, and a finger finds it. */
const HANDLE_SIZE = 1.4;
const DEGREE = Math.PI / 180;
/** Below this a scale cannot be taken hold of again, and above it nothing else is seen. */
const SCALE_RANGE = { min: 0.01, max: 100 };

/**
 * The handles that move, turn and scale the model. Three's controls are driven by their own methods, with no element:
 * they name a global `document` in their listeners, which a worker does not have. The handles stand in a scene of
 * their own, so that no capture can show them.
 */
export class TransformTool {
  readonly #node: Object3D;
  readonly #controls: TransformControls;
  readonly #scene = new Scene();
  readonly #helper: ReturnType<TransformControls['getHelper']>;
  readonly #startScale = new Vector3(1, 1, 1);
  #tool: Tool | null = null;

  /** @param node Moved by its position, quaternion and scale; its parent only turns. */
  constructor(camera: PerspectiveCamera, node: Object3D) {
    this.#node = node;
    this.#controls = new TransformControls(camera, null);
    this.#controls.size = HANDLE_SIZE;
    this.#controls.setColors(AXIS_COLOURS.x, AXIS_COLOURS.y, AXIS_COLOURS.z, '#ffffff');
    this.#helper = this.#controls.getHelper();
    this.#scene.add(this.#helper);
  }

  get isShown(): boolean {
    return this.#tool?.isSelected === true;
  }

  get isDragging(): boolean {
    return this.#controls.dragging;
  }

  /** A drag that is under way ends where it is. */
  update(tool: Tool | null): void {
    this.letGo();
    this.#tool = tool;
    const controls = this.#controls;
    if (tool?.isSelected !== true) {
      controls.detach();
      return;
    }
    controls.mode = tool.mode;
    controls.space = tool.space;
    controls.showX = tool.axes.includes('x');
    controls.showY = tool.axes.includes('y');
    controls.showZ = tool.axes.includes('z');
    controls.attach(this.#node);
  }

  /** @param place Normalised device coordinates. @returns True over a handle, which lights up. */
  hover(place: Vector2): boolean {
    if (!this.isShown || this.isDragging) return this.isDragging;
    this.#helper.updateMatrixWorld();
    this.#controls.pointerHover({ x: place.x, y: place.y, button: -1 });
    return this.#controls.axis !== null;
  }

  /** @returns True when the press took hold of a handle. */
  grab(place: Vector2): boolean {
    if (!this.hover(place)) return false;
    // The plane of the drag depends on the handle; without a frame in between it is still that of the last one.
    this.#helper.updateMatrixWorld();
    this.#startScale.copy(this.#node.scale);
    this.#controls.pointerDown({ x: place.x, y: place.y, button: 0 });
    return this.isDragging;
  }

  drag(place: Vector2, snap: TransformSnap): void {
    const controls = this.#controls;
    const steps = TRANSFORM_SNAPS[snap];
    controls.translationSnap = steps?.units ?? null;
    controls.rotationSnap = steps === null ? null : steps.degrees * DEGREE;
    controls.pointerMove({ x: place.x, y: place.y, button: -1 });
    if (controls.mode === 'scale') this.#tameScale(steps?.factor ?? null);
  }

  /** Ends a drag, also one that the system took away: without it the controls would hold on for ever. */
  letGo(): void {
    if (this.isDragging) this.#controls.pointerUp({ x: 0, y: 0, button: 0 });
  }

  /** One press of a key along the tool's axes (S2 4). @returns False when it means nothing in this mode. */
  step({ right, up, grow }: ModelStep): boolean {
    const tool = this.#tool;
    if (tool?.isSelected !== true) return false;
    const node = this.#node;
    const first = axisVector(tool.axes.startsWith('x') ? 'x' : (tool.axes[0] as 'y' | 'z'));
    // Of a plane or of space the second key pair takes the last axis; xyz moves up by it.
    const second =
      tool.axes === 'xz' ? axisVector('z').negate() : tool.axes === 'xyz' ? axisVector('y') : first;
    if (tool.mode === 'scale') {
      const change = (grow + right + up) * TRANSFORM_STEPS.scale;
      for (const axis of ['x', 'y', 'z'] as const)
        if (tool.axes.includes(axis)) node.scale[axis] = clampScale(node.scale[axis] + change);
      return change !== 0;
    }
    if (right === 0 && up === 0) return false;
    const along = first.clone().multiplyScalar(right).addScaledVector(second, up);
    // The world's axes, as the parent of the node sees them.
    const toParent = new Quaternion().setFromRotationMatrix(
      new Matrix4().extractRotation(node.parent?.matrixWorld ?? new Matrix4()),
    );
    toParent.invert();
    const turn = tool.space === 'local' ? node.quaternion : toParent;
    if (tool.mode === 'translate') {
      node.position.addScaledVector(along.applyQuaternion(turn), TRANSFORM_STEPS.units);
    } else {
      const axis = (right !== 0 ? first : second).clone().applyQuaternion(turn);
      const degrees = (right !== 0 ? right : up) * TRANSFORM_STEPS.degrees;
      node.quaternion.premultiply(new Quaternion().setFromAxisAngle(axis, degrees * DEGREE));
    }
    return true;
  }

  /** Over the picture that stands on the canvas. */
  draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    if (!this.isShown) return;
    const wasClearing = renderer.autoClear;
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(this.#scene, camera);
    renderer.autoClear = wasClearing;
  }

  dispose(): void {
    this.#controls.detach();
    this.#helper.dispose();
  }

  /** Snaps to whole powers of the factor from where the drag began, and never turns the model inside out. */
  #tameScale(factor: number | null): void {
    for (const axis of ['x', 'y', 'z'] as const) {
      const start = this.#startScale[axis];
      const ratio = Math.max(SCALE_RANGE.min, this.#node.scale[axis] / start);
      const snapped = factor === null ? ratio : factor ** Math.round(Math.log(ratio) / Math.log(factor));
      this.#node.scale[axis] = clampScale(start * snapped);
    }
  }
}

/** Which snap the held modifiers ask for (S2 4; Cmd counts as Ctrl, F7). */
export function snapOf(isCtrl: boolean, isShift: boolean): TransformSnap {
  if (isCtrl && isShift) return 'fine';
  if (isCtrl) return 'coarse';
  return isShift ? 'medium' : 'none';
}

function axisVector(axis: 'x' | 'y' | 'z'): Vector3 {
  return new Vector3(Number(axis === 'x'), Number(axis === 'y'), Number(axis === 'z'));
}

function clampScale(scale: number): number {
  return Math.min(SCALE_RANGE.max, Math.max(SCALE_RANGE.min, scale));
}
