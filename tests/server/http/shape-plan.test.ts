import { expect, test } from 'vitest';
import { z } from 'zod';
import { compilePlan, MISFIT } from '../../../src/server/http/shape-plan.ts';

const Picture = z.object({ hash: z.string(), size: z.number().nullable(), note: z.string().optional() });
const Answer = z.object({
  name: z.string(),
  pictures: z.array(Picture),
  at: z.tuple([z.number(), z.number()]),
  kind: z.enum(['one', 'two']),
  part: z.discriminatedUnion('is', [
    z.object({ is: z.literal('flat'), colour: z.string() }),
    z.object({ is: z.literal('rich'), depth: z.number() }),
  ]),
  tags: z.record(z.string(), Picture),
  either: z.union([z.array(Picture), Picture]),
});

function make(extra: object = {}) {
  const picture = { hash: 'a', size: 3, ...extra };
  return {
    name: 'Oak',
    pictures: [picture, { hash: 'b', size: null, note: 'n', ...extra }],
    at: [1, 2],
    kind: 'two',
    part: { is: 'rich', depth: 1, ...extra },
    tags: { first: picture },
    either: picture,
    ...extra,
  };
}

test('an unknown key leaves no answer, however deep it stands', () => {
  const plan = compilePlan(Answer);
  const kept = plan(make({ passwordHash: 'secret', toJSON: () => ({ passwordHash: 'secret' }) }));
  expect(JSON.stringify(kept)).toBe(JSON.stringify(z.encode(Answer, Answer.parse(make()))));
});

test('keys of another kind of the same union, and of a prototype, are unknown too', () => {
  const plan = compilePlan(Answer);
  const value = make();
  Object.assign(value.part, { colour: '#fff' });
  expect(plan(value)).toMatchObject({ part: { is: 'rich', depth: 1 } });
  expect(JSON.stringify(plan(value))).not.toContain('colour');
  class Row {
    hash = 'a';
    size = 1;
    toJSON() {
      return { secret: true };
    }
  }
  expect(JSON.stringify(compilePlan(Picture)(new Row()))).toBe('{"hash":"a","size":1}');
  const parsed: unknown = JSON.parse('{"hash":"a","size":1,"__proto__":{"secret":true}}');
  expect(JSON.stringify(compilePlan(Picture)(parsed))).toBe('{"hash":"a","size":1}');
});

test('what has no unknown key is not copied, and stays as it was given', () => {
  const picture = { hash: 'a', size: 1 };
  expect(compilePlan(Picture)(picture)).toBe(picture);
  const value = make();
  const Pose = z.object({ at: Answer.shape.at, part: Answer.shape.part });
  const pose = { at: value.at, part: value.part };
  expect(compilePlan(Pose)(pose)).toBe(pose);
  const given = { ...picture, secret: true };
  compilePlan(Picture)(given);
  expect(given).toEqual({ hash: 'a', size: 1, secret: true });
});

test('what lacks a key, or has a value of another kind, is a misfit', () => {
  const plan = compilePlan(Answer);
  for (const wrong of [
    { name: 3 },
    { name: undefined },
    { pictures: [{ hash: 'a' }] },
    { pictures: {} },
    { at: [1] },
    { kind: 'three' },
    { part: { is: 'none' } },
    { part: null },
    { tags: { first: 3 } },
    { either: 'text' },
    { at: [Number.NaN, 1] },
  ]) {
    expect(plan({ ...make(), ...wrong }), JSON.stringify(wrong)).toBe(MISFIT);
  }
});

test('a list of numbers has nothing but numbers', () => {
  const plan = compilePlan(z.object({ nodes: z.array(z.number().int()).max(5) }));
  const good = { nodes: [1, 2, 3] };
  expect(plan(good)).toBe(good);
  for (const nodes of [
    [1, '2'],
    [1, null],
    [1, undefined],
    [Number.NaN],
    new Array(2),
    { length: 1 },
    '1',
    null,
  ]) {
    expect(plan({ nodes }), JSON.stringify(nodes)).toBe(MISFIT);
  }
});

test('a shape that holds itself is followed', () => {
  const Tree = z.object({
    name: z.string(),
    get leaves() {
      return z.array(Tree);
    },
  });
  const plan = compilePlan(Tree);
  const leaf = { name: 'leaf', leaves: [], secret: 1 };
  expect(plan({ name: 'root', leaves: [leaf] })).toEqual({
    name: 'root',
    leaves: [{ name: 'leaf', leaves: [] }],
  });
});

test('what a plan does not know, zod encodes', () => {
  const Moment = z.object({
    at: z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => d.toISOString() }),
  });
  expect(compilePlan(Moment)({ at: new Date(0), secret: 1 })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
});
