import { CanvasTexture, createCanvasElement, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';

const LABEL_PX = 64;

/**
 * A disc that always faces the camera, with the name of an axis.
 *
 * @param letter Null for a smaller one without a name. @returns Its owner frees its material and texture.
 */
export function makeAxisBall(colour: string, letter: string | null, opacity: number): Sprite {
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
