import { expect, test } from 'vitest';
import { EMPTY_DRAFT, keepDraft, recallDraft } from '../../../../src/app/features/feedback/feedback-draft.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const DRAFT = { type: 'problem', title: 'Half a', description: 'sentence' } as const;

test('what was written is there after a reload, for the same person only, until it is sent', () => {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  expect(recallDraft(app)).toEqual(EMPTY_DRAFT);
  keepDraft(app, DRAFT);
  const reloaded = createTestApp(outside);
  expect(recallDraft(reloaded)).toEqual(DRAFT);
  reloaded.state.account.userId = 8;
  expect(recallDraft(reloaded)).toEqual(EMPTY_DRAFT);
  keepDraft(app, EMPTY_DRAFT);
  expect(recallDraft(app)).toEqual(EMPTY_DRAFT);
});

test('what is damaged, and a storage that is forbidden, cost only the memory', () => {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  outside.sessionStorage.setItem('feedback:7', '{"type":"praise"}');
  expect(recallDraft(app)).toEqual(EMPTY_DRAFT);
  const refuse = () => {
    throw new Error('denied');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  const closed = createTestApp({ ...outside, sessionStorage: storage });
  keepDraft(closed, DRAFT);
  expect(recallDraft(closed)).toEqual(EMPTY_DRAFT);
});
