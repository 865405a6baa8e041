import { Matrix4, Quaternion } from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';
import { blendFramings, easeInOutQuart, type Framing } from './animate-camera.ts';
import { frameBox, HERO_POSE } from './fit-camera.ts';
import type { Orbit } from './orbit.ts';
import type { Stage } from './stage.ts';

/** A turntable's full turn: slow enough to look at, and nobody waits long for the back. */
const TURN_SECONDS = 30;

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
  /** Circles the target whenever nothing else moves the camera. */
  isTurntable = false;
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

  /** Stands where a model is seen from first: nobody sees it from where the one before it was seen. */
  begin(at: CameraPose | 'hero', { bounds, set }: Pick<Stage, 'bounds' | 'set'>): void {
    const isFramed = at === 'hero' && !bounds.isEmpty();
    const from = at === 'hero' ? HERO_POSE : at;
    void this.go(isFramed ? frameBox(bounds, from, set.pictureAspect, this.orbit.minDistance) : from, 0);
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

  /** On its way to where somebody sent it. */
  get isTravelling(): boolean {
    return this.#transition !== null;
  }

  /** @param isHeld A person holds the stage: the turntable waits. @returns False once the camera rests, or only turns. */
  update(elapsedMs: number, isHeld: boolean): boolean {
    const transition = this.#transition;
    if (transition === null) {
      const isGliding = this.orbit.update(elapsedMs / 1_000);
      if (this.isTurntable && !isGliding && !isHeld) {
        this.orbit.spin((2 * Math.PI * elapsedMs) / 1_000 / TURN_SECONDS);
      }
      return isGliding;
    }
    transition.elapsedMs += elapsedMs;
    const t = Math.min(1, transition.elapsedMs / transition.durationMs);
    this.orbit.setPose(blendFramings(transition.from, transition.to, transition.ease(t)));
    if (t === 1) this.interrupt();
    return true;
  }

  pose(): CameraPose {
    const { position, target, up, fovDegrees, optics } = this.orbit;
    const turn = new Quaternion().setFromRotationMatrix(new Matrix4().lookAt(position, target, up));
    return {
      position: position.toArray(),
      target: target.toArray(),
      up: up.toArray(),
      quaternion: turn.toArray() as CameraPose['quaternion'],
      fovDegrees,
      ...optics,
    };
  }
}
