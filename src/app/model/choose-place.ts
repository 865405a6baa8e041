import { isLargePicture } from '../../contract/camera/picture-frame.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { Place } from '../browser/preferences.ts';

/** What decides where the next order is drawn. */
export interface PlaceFacts {
  /** What the person wants while there is a connection. */
  readonly wanted: Place;
  /** There is no way to the server. */
  readonly isAway: boolean;
  /** This browser can trace at all. */
  readonly isSupported: boolean;
  /** The owner of the instance lets people draw on their devices. */
  readonly isOffered: boolean;
  readonly look: Pick<ProjectSettings['render_settings'], 'engine' | 'width' | 'height' | 'keep_layers'>;
}

export interface PlacePlan {
  readonly place: Place;
  /** Whether there is anything to choose. */
  readonly isChoice: boolean;
  /**
   * Why this order cannot be drawn here, which was wanted or is the only way now; null where nothing is in the way. A browser
   * that cannot trace says so always: there is nothing by which it could be wanted.
   */
  readonly obstacle: 'largeHere' | 'layersHere' | 'unsupported' | 'notOffered' | null;
}

/**
 * Where the next order is drawn. Without a connection that is this device, and nobody needs to be asked; but an order that
 * the project wants an AI engine for waits for the server, and so does what a device cannot draw.
 */
export function choosePlace({ wanted, isAway, isSupported, isOffered, look }: PlaceFacts): PlacePlan {
  if (!isOffered) {
    const isOnlyWay = isAway && look.engine !== 'comfyui';
    return { place: 'server', isChoice: false, obstacle: isOnlyWay ? 'notOffered' : null };
  }
  if (!isSupported) return { place: 'server', isChoice: false, obstacle: 'unsupported' };
  const isChoice = !isAway;
  const isHere = isAway ? look.engine !== 'comfyui' : wanted === 'device';
  if (!isHere) return { place: 'server', isChoice, obstacle: null };
  const obstacle = isLargePicture(look.width, look.height)
    ? 'largeHere'
    : look.keep_layers
      ? 'layersHere'
      : null;
  return { place: obstacle === null ? 'device' : 'server', isChoice, obstacle };
}
