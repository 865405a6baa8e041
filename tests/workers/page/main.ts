import { Matrix4 } from 'three';
import type { ContentHash } from '../../../src/contract/ids.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { StageDressing, StageModel } from '../../../src/contract/stage.ts';
import type { CapturedPasses, CapturePass, LoadReport } from '../../../src/contract/viewer-api.ts';
import type { ViewerEvent } from '../../../src/contract/viewer-events.ts';
import { openWorkers } from '../../../src/workers/open.ts';
import type { ViewerClient } from '../../../src/workers/open-viewer.ts';
import { drawUnderWhiteSky, measureSurface, type SurfaceView } from './measure-surface.ts';

const IDENTITY = new Matrix4().toArray();

/** What a test works with inside the page. */
class Harness {
  readonly workers = openWorkers(location.search);
  readonly events: ViewerEvent[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #viewer: ViewerClient | null;

  /** @param hasViewer False for tests of the other workers: a viewer takes a second to start in software. */
  constructor(hasViewer: boolean) {
    const host = document.getElementById('host') as HTMLElement;
    this.#viewer = hasViewer ? this.workers.openViewer(host) : null;
    this.#viewer?.onEvent((event) => {
      this.events.push(event);
      for (const look of [...this.#waiting]) look();
    });
  }

  get viewer(): ViewerClient {
    if (this.#viewer === null) throw new Error('this page has no viewer');
    return this.#viewer;
  }

  blob = toBlob;

  /** One more viewer, of the caller's own. */
  openAnother(search: string, host: HTMLElement): ViewerClient {
    return openWorkers(search).openViewer(host);
  }

  /** The first event of a kind since `from` events had come. */
  wait<K extends ViewerEvent['kind']>(kind: K, from: number): Promise<Extract<ViewerEvent, { kind: K }>> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.events.slice(from).find((event) => event.kind === kind);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found as never);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** @param glb A file, or its bytes as base64. */
  show(
    glb: string | Blob,
    changes: Partial<StageModel> = {},
    id = 'model',
    on = this.viewer,
  ): Promise<LoadReport | null> {
    const frame = {
      normalisation: IDENTITY,
      modelTransform: IDENTITY,
      upAxis: 'Y_UP',
      hiddenNodes: [],
      ...changes,
    } as const;
    const file = typeof glb === 'string' ? toBlob(glb, 'model/gltf-binary') : glb;
    return on.api.show({ id, glb: file, ...frame });
  }

  /** Decodes and draws a model out of sight. @param glb Its bytes as base64. */
  prepare(glb: string): Promise<LoadReport> {
    const frame = {
      normalisation: IDENTITY,
      modelTransform: IDENTITY,
      upAxis: 'Y_UP',
      hiddenNodes: [],
    } as const;
    const hash = '0'.repeat(64) as ContentHash;
    return this.viewer.api.prepare({ id: 'waiting', hash, glb: toBlob(glb, 'model/gltf-binary'), ...frame });
  }

  look(position: number[], fovDegrees = 45): Promise<void> {
    return this.viewer.api.setCamera(poseAt(position, fovDegrees), 0);
  }

  /** Passes as base64, null where the viewer gives none. */
  async capture(
    widthPx: number,
    heightPx = widthPx,
    wanted: readonly CapturePass[] = ['snapshot', 'ids'],
  ): Promise<Record<CapturePass, string | null> & Pick<CapturedPasses, 'depthRange'>> {
    const { api } = this.viewer;
    const passes = await api.capturePasses(await api.camera(), widthPx, heightPx, wanted);
    const text = (pass: CapturePass) => (passes[pass] === null ? null : toBase64(passes[pass]));
    return {
      snapshot: text('snapshot'),
      ids: text('ids'),
      outline: text('outline'),
      depth: text('depth'),
      normal: text('normal'),
      alpha: text('alpha'),
      depthRange: passes.depthRange,
    };
  }

  async measureSurface(view: SurfaceView): Promise<{ albedo: string; tilted: string; ids: string }[]> {
    const pictures = await measureSurface(view);
    return pictures.map(({ albedo, tilted, ids }) => ({
      albedo: toBase64(albedo),
      tilted: toBase64(tilted),
      ids: toBase64(ids),
    }));
  }

  async drawUnderWhiteSky(view: SurfaceView): Promise<string[]> {
    return (await drawUnderWhiteSky(view)).map(toBase64);
  }

  dressLibrary(materialIndex: number, png: string, extra: object): Promise<void> {
    return this.viewer.api.setDressings([this.library(materialIndex, png, extra)]);
  }

  library(materialIndex: number, png: string, extra: object): StageDressing {
    const dressing = {
      kind: 'library',
      materialIndex,
      textureHash: 'a'.repeat(64),
      libraryId: 1,
      name: 'test',
      colour: '#ffffff',
      metalness: 0,
      roughness: 1,
      tileSize: 4,
      rotationRadians: 0,
      bumpHeight: 0,
      ...extra,
    };
    return { dressing: dressing as never, texture: toBlob(png, 'image/png') };
  }

  /** Decoded pixels of an encoded image, and its type. */
  async decode(image: Blob): Promise<{ type: string; pixels: Uint8ClampedArray }> {
    const bitmap = await createImageBitmap(image, { premultiplyAlpha: 'none' });
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1);
    return { type: image.type, pixels: data };
  }
}

function poseAt(position: number[], fovDegrees: number): CameraPose {
  return {
    position: position as [number, number, number],
    target: [0, 0, 0],
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees,
  };
}

function toBlob(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}

function toBase64(buffer: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

declare global {
  interface Window {
    harness: Harness;
  }
}

window.harness = new Harness(!location.search.includes('viewer=none'));
