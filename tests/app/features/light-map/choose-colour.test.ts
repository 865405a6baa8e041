import { expect, test } from 'vitest';
import { chooseColour } from '../../../../src/app/features/light-map/choose-colour.ts';
import { createState } from '../../../../src/app/state/state.ts';

test('a colour puts the eraser away; what is no #RRGGBB changes nothing', () => {
  const state = createState('en');
  state.lightMap.isEraser = true;
  for (const wrong of ['red', '#fff', '#12345g', 'ff8000', '#ff800000', '']) chooseColour({ state }, wrong);
  expect(state.lightMap).toMatchObject({ colour: '#ffffff', isEraser: true });
  chooseColour({ state }, '#FF8000');
  expect(state.lightMap).toMatchObject({ colour: '#ff8000', isEraser: false });
});
