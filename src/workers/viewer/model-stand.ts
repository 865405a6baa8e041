import { Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { turnToAxis, type UpAxis } from '../../contract/scene/up-axis.ts';
import { easeInOutQuart } from './animate-camera.ts';

interface Placement {
  readonly position: Vector3;
  readonly turn: Quaternion;
  readonly scale: Vector3;
}

interface Transition {
  readonly goal: readonly number[];
  readonly from: Placement;
  readonly to: Placement;
  readonly durationMs: number;
  readonly arrival: Promise<void>;
  readonly end: () => void;
  elapsedMs: number;
}

/**
 * The two nodes between the stage and a normalised model: `axis` turns it to the axis that was chosen as up, `tool`
 * inside it is moved by the transform tool (F17). They outlive the models that stand in them.
 */
export class ModelStand {
  readonly axis = new Group();
  /** Position, quaternion and scale may be set from outside; then call `Stage.productChanged`. */
  readonly tool = new Group();
  #upAxis: UpAxis = 'Y_UP';
  #transition: Transition | null = null;

  constructor() {
    // Exactly the matrix of the recipe, not one that went through a quaternion.
    this.axis.matrixAutoUpdate = false;
    this.axis.add(this.tool);
  }

  /** Puts a model on it, turned and moved at once. Its owner takes it off again. */
  put(root: Object3D, upAxis: UpAxis, modelTransform: readonly number[]): void {
    this.interrupt();
    this.tool.add(root);
    this.setUpAxis(upAxis);
    this.#place(readPlacement(modelTransform));
  }

  /** The axis that the top of the model points to. */
  get upAxis(): UpAxis {
    return this.#upAxis;
  }

  setUpAxis(axis: UpAxis): void {
    this.#upAxis = axis;
    this.axis.matrix.fromArray(turnToAxis(axis));
    this.axis.matrixWorldNeedsUpdate = true;
  }

  /**
   * Resolves on arrival, or when another call or a person takes the model over. A call for where it is going already
   * joins that.
   */
  go(modelTransform: readonly number[], durationMs: number): Promise<void> {
    const under = this.#transition;
    if (under?.goal.every((value, cell) => value === modelTransform[cell])) return under.arrival;
    this.interrupt();
    const to = readPlacement(modelTransform);
    if (!(durationMs > 0)) {
      this.#place(to);
      return Promise.resolve();
    }
    const { position, quaternion, scale } = this.tool;
    const from = { position: position.clone(), turn: quaternion.clone(), scale: scale.clone() };
    let end = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#transition = { goal: modelTransform, from, to, durationMs, arrival, end, elapsedMs: 0 };
    return arrival;
  }

  /** The tool's matrix as it stands, column-major. */
  transform(): number[] {
    this.tool.updateMatrix();
    return this.tool.matrix.toArray();
  }

  /** Arrives at once: nobody watches. @returns False when it stood there already. */
  finish(): boolean {
    if (this.#transition === null) return false;
    this.#place(this.#transition.to);
    this.interrupt();
    return true;
  }

  /** Stops where it is. */
  interrupt(): void {
    this.#transition?.end();
    this.#transition = null;
  }

  get isMoving(): boolean {
    return this.#transition !== null;
  }

  /** Goes on with a transition. @returns True when the model moved. */
  update(elapsedMs: number): boolean {
    const transition = this.#transition;
    if (transition === null) return false;
    transition.elapsedMs += elapsedMs;
    const t = Math.min(1, transition.elapsedMs / transition.durationMs);
    if (t === 1) return this.finish();
    const share = easeInOutQuart(t);
    const { from, to } = transition;
    this.tool.position.lerpVectors(from.position, to.position, share);
    this.tool.quaternion.slerpQuaternions(from.turn, to.turn, share);
    this.tool.scale.lerpVectors(from.scale, to.scale, share);
    return true;
  }

  #place({ position, turn, scale }: Placement): void {
    this.tool.position.copy(position);
    this.tool.quaternion.copy(turn);
    this.tool.scale.copy(scale);
  }
}

function readPlacement(matrix: readonly number[]): Placement {
  const placement = { position: new Vector3(), turn: new Quaternion(), scale: new Vector3() };
  new Matrix4().fromArray([...matrix]).decompose(placement.position, placement.turn, placement.scale);
  return placement;
}
