import { Matrix4, Quaternion } from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';
import { blendFramings, easeInOutQuart } from './animate-camera.ts';
import type { Orbit } from './orbit.ts';

type Framing = Pick<CameraPose, 'position' | 'target' | 'up' | 'fovDegrees'>;

interface Transition {
  readonly from: Framing;
  readonly to: Framing;
  readonly durationMs: number;
  readonly ease: (t: number) => number;
  readonly end: () => void;
  elapsedMs: number;
}

/** Where the camera is and where it is going: a glide after a gesture, or a transition somebody asked for. */
export class CameraMotion {
  readonly orbit: Orbit;
  #transition: Transition | null = null;

  constructor(orbit: Orbit) {
    this.orbit = orbit;
  }

  /** Resolves on arrival, or when a gesture or another call takes the camera over. */
  go(to: Framing, durationMs: number, ease = easeInOutQuart): Promise<void> {
    this.interrupt();
    if (!(durationMs > 0)) {
      this.orbit.setPose(to);
      return Promise.resolve();
    }
    const from = this.pose();
    this.orbit.stop();
    return new Promise((end) => {
      this.#transition = { from, to, durationMs, ease, elapsedMs: 0, end };
    });
  }

  /** Arrives at once: nobody watches. */
  finish(): void {
    if (this.#transition !== null) this.orbit.setPose(this.#transition.to);
    this.interrupt();
  }

  interrupt(): void {
    this.#transition?.end();
    this.#transition = null;
  }

  /** @returns False once the camera rests. */
  update(elapsedMs: number): boolean {
    const transition = this.#transition;
    if (transition === null) return this.orbit.update(elapsedMs / 1_000);
    transition.elapsedMs += elapsedMs;
    const t = Math.min(1, transition.elapsedMs / transition.durationMs);
    this.orbit.setPose(blendFramings(transition.from, transition.to, transition.ease(t)));
    if (t === 1) this.interrupt();
    return true;
  }

  pose(): CameraPose {
    const { position, target, up, fovDegrees } = this.orbit;
    const turn = new Quaternion().setFromRotationMatrix(new Matrix4().lookAt(position, target, up));
    return {
      position: position.toArray(),
      target: target.toArray(),
      up: up.toArray(),
      quaternion: turn.toArray() as CameraPose['quaternion'],
      fovDegrees,
    };
  }
}
