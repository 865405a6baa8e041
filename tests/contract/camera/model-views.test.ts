import { expect, test } from 'vitest';
import {
  exceededLimit,
  fitViews,
  stampViews,
  viewsOfModel,
} from '../../../src/contract/camera/model-views.ts';
import { PROJECT_VIEWS_MAX, SAVED_VIEWS_MAX } from '../../../src/contract/constants.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { makeView } from '../../support/saved-view.ts';

const hash = (letter: string) => ContentHash.parse(letter.repeat(64));
const [CHAIR, LAMP] = [hash('a'), hash('b')];
const views = (model_hash: ContentHash, count: number, from: number) =>
  Array.from({ length: count }, (_, index) => makeView(index + 1, { model_hash, timestamp: from + index }));

test('a view is seen with its model alone; one that names none belongs to the model that is shown', () => {
  const list = [makeView(1, { model_hash: CHAIR }), makeView(2, { model_hash: LAMP }), makeView(3)];
  const seen = (model_hash: ContentHash | null) =>
    viewsOfModel({ camera_views: list, model_hash }).map(({ id }) => id);
  expect([seen(CHAIR), seen(LAMP), seen(null)]).toEqual([[1, 3], [2, 3], [3]]);
  const stamped = stampViews(list, CHAIR);
  expect(stamped.map(({ model_hash }) => model_hash)).toEqual([CHAIR, LAMP, CHAIR]);
});

test('of one model the newest stay, of all those of the model that was left the longest ago go first', () => {
  const tooMany = views(CHAIR, SAVED_VIEWS_MAX + 2, 1_000);
  expect(fitViews({ camera_views: tooMany, model_hash: CHAIR }).dropped).toEqual(tooMany.slice(0, 2));

  const models = ['c', 'd', 'e', 'f'].flatMap((letter, index) =>
    views(hash(letter), 20, 1_000 * (index + 1)),
  );
  const shown = views(CHAIR, 5, 0);
  const newest = views(LAMP, 20, 9_000);
  const all = [...shown, ...models, ...newest];
  const { kept, dropped } = fitViews({ camera_views: all, model_hash: CHAIR });
  expect(kept).toHaveLength(PROJECT_VIEWS_MAX);
  expect(dropped.map(({ model_hash, id }) => [model_hash, id])).toEqual(
    [1, 2, 3, 4, 5].map((id) => [hash('c'), id]),
  );
  expect(kept.slice(0, 5)).toEqual(shown);
});

test('a limit is named that a list exceeds', () => {
  expect(exceededLimit([...views(CHAIR, 20, 0), ...views(LAMP, 20, 0)])).toBeNull();
  expect(exceededLimit(views(CHAIR, 21, 0))).toBe(SAVED_VIEWS_MAX);
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((letter) => views(hash(letter), 17, 0));
  expect(exceededLimit(all)).toBe(PROJECT_VIEWS_MAX);
});
