import { describe, expect, test } from 'vitest';
import {
  readBinaryFrame,
  readTextFrame,
} from '../../../../../../src/server/renders/engines/comfyui/job/read-message.ts';

const text = (type: string, data: unknown) => readTextFrame(JSON.stringify({ type, data }));

describe('text', () => {
  test.each([
    ['status', { status: {}, sid: 'x', credential_key: 'key' }, { kind: 'status', credentialKey: 'key' }],
    ['execution_start', { prompt_id: 'a', timestamp: 1 }, { kind: 'started', promptId: 'a' }],
    ['executing', { node: '12' }, { kind: 'executing', promptId: null, node: '12' }],
    ['executing', { node: null, prompt_id: 'a' }, { kind: 'executing', promptId: 'a', node: null }],
    [
      'progress_state',
      { prompt_id: 'a', nodes: { one: { state: 'finished' }, two: { state: 'running' } } },
      { kind: 'finished', promptId: 'a', nodes: ['one'] },
    ],
    [
      'progress_state',
      {
        prompt_id: 'a',
        nodes: { one: { state: 'finished' }, two: { state: 'running', activity: 'loading' } },
      },
      { kind: 'finished', promptId: 'a', nodes: ['one'], isLoading: true },
    ],
    [
      'executed',
      { prompt_id: 'a', node: 'result', output: { text: ['no picture'] } },
      { kind: 'executed', promptId: 'a', node: 'result', images: [] },
    ],
    [
      'executed',
      { prompt_id: 'a', node: 'x', output: null },
      { kind: 'executed', promptId: 'a', node: 'x', images: [] },
    ],
  ])('%s %o', (type, data, event) => {
    expect(text(type, data)).toEqual(event);
  });

  test('what extensions say, and what is no message, is passed over', () => {
    expect(text('crystools.monitor', { cpu: 1 })).toBe(null);
    expect(text('constructor', {})).toBe(null);
    expect(text('progress', { node: 'a', value: 'many', max: 3 })).toBe(null);
    expect(readTextFrame('{')).toBe(null);
    expect(readTextFrame('null')).toBe(null);
  });
});

describe('binary', () => {
  const frame = (type: number, word: number, ...rest: (string | Uint8Array)[]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(type, 0);
    head.writeUInt32BE(word, 4);
    return Buffer.concat([head, ...rest.map((part) => Buffer.from(part as string))]);
  };
  test('previews of both kinds', () => {
    expect(readBinaryFrame(frame(1, 1, 'jpeg'))).toMatchObject({ kind: 'preview', promptId: null });
    const head = JSON.stringify({ prompt_id: 'a', node_id: 'sample', image_type: 'image/jpeg' });
    const event = readBinaryFrame(frame(4, head.length, head, 'jpeg'));
    expect(event).toMatchObject({ kind: 'preview', promptId: 'a' });
    expect(Buffer.from((event as { image: Uint8Array }).image).toString()).toBe('jpeg');
  });

  test('what holds less than it promises, and other kinds, is passed over', () => {
    expect(readBinaryFrame(Buffer.from([0, 0, 0]))).toBe(null);
    expect(readBinaryFrame(frame(4, 4_000_000_000, '{}'))).toBe(null);
    expect(readBinaryFrame(frame(4, 2, 'no', 'jpeg'))).toBe(null);
    expect(readBinaryFrame(frame(3, 4, 'node', 'text'))).toBe(null);
    expect(readBinaryFrame(frame(1, 1, new Uint8Array(9 * 1024 ** 2)))).toBe(null);
  });
});
