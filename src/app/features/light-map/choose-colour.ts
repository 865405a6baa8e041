import type { App } from '../../core/app.ts';

/** Takes a colour for the brush and puts the eraser away (F20). What is not `#rrggbb` leaves the colour as it is (S2 4). */
export function chooseColour(app: Pick<App, 'state'>, colour: string): void {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return;
  app.state.lightMap.colour = colour.toLowerCase();
  app.state.lightMap.isEraser = false;
}
