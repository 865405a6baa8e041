import { expect, test } from 'vitest';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { describeHelperViews } from '../../../src/contract/camera/helper-views.ts';
import type { Orientation } from '../../../src/contract/scene/orientation.ts';
import type { HelperView } from '../../../src/contract/stage.ts';

const english = textsOf('en').t.viewHelper;
const spanish = textsOf('es').t.viewHelper;

const NAMES: readonly (readonly [HelperView, string, string])[] = [
  ['front', 'Front: From the front (+Z)', 'Frente: Desde delante (+Z)'],
  ['back', 'Back: From behind (-Z)', 'Atrás: Desde detrás (-Z)'],
  ['top', 'Top: From above (+Y)', 'Arriba: Desde arriba (+Y)'],
  ['bottom', 'Bottom: From below (-Y)', 'Abajo: Desde abajo (-Y)'],
  ['left', 'Left: From the left (-X)', 'Izquierda: Desde la izquierda (-X)'],
  ['right', 'Right: From the right (+X)', 'Derecha: Desde la derecha (+X)'],
  [
    'isometric',
    'Isometric: From the front, the right and above',
    'Isométrica: Desde delante, la derecha y arriba',
  ],
];

test.each(NAMES)('%s: %s, %s', (view, en, es) => {
  expect(`${english.views[view]}: ${english.from[view]}`).toBe(en);
  expect(`${spanish.views[view]}: ${spanish.from[view]}`).toBe(es);
});

/** What the front, the top and the left of a model show, and the isometric view. */
const SHOWN: readonly (readonly [Orientation['type'], readonly string[], readonly string[]])[] = [
  [
    'vertical',
    ['its full height', 'its narrow end', 'its full height', 'three sides at once'],
    ['toda su altura', 'su extremo corto', 'toda su altura', 'tres lados a la vez'],
  ],
  [
    'horizontal-x',
    ['its full length', 'its full length', 'its narrow end', 'three sides at once'],
    ['todo su largo', 'todo su largo', 'su extremo corto', 'tres lados a la vez'],
  ],
  [
    'horizontal-z',
    ['its narrow end', 'its full length', 'its full length', 'three sides at once'],
    ['su extremo corto', 'todo su largo', 'todo su largo', 'tres lados a la vez'],
  ],
  ['generic', ['', '', '', 'three sides at once'], ['', '', '', 'tres lados a la vez']],
];

test.each(SHOWN)('of a %s model: %o, %o', (type, en, es) => {
  const views = describeHelperViews(null, type).filter(({ name }) => /front|top|left|isometric/.test(name));
  const say = (texts: typeof english) =>
    views.map(({ name, description }) => texts.describe(texts.from[name], description));
  const sentences = (texts: typeof english, words: readonly string[]) =>
    views.map(({ name }, index) => [texts.from[name], words[index]].filter(Boolean).join(': '));
  expect(say(english)).toEqual(sentences(english, en));
  expect(say(spanish as typeof english)).toEqual(sentences(spanish as typeof english, es));
  expect(english.types[type]).not.toBe(spanish.types[type]);
});
