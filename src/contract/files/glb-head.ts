/**
 * What stands in a GLB before the bytes of its BIN chunk: header, JSON chunk, and the head of that one (glTF 2.0, 4.4).
 *
 * @param binaryBytes Of the BIN chunk, a multiple of 4; 0 for none.
 * @throws What `JSON.stringify` throws.
 */
export function glbHead(json: object, binaryBytes: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonBytes = Math.ceil(text.byteLength / 4) * 4;
  const binaryHead = binaryBytes > 0 ? [binaryBytes, 0x004e4942] : [];
  const head = new Uint8Array(20 + jsonBytes + 4 * binaryHead.length).fill(0x20);
  const view = new DataView(head.buffer);
  const put = (start: number, words: readonly number[]): void => {
    for (const [at, word] of words.entries()) view.setUint32(start + 4 * at, word, true);
  };
  put(0, [0x46546c67, 2, head.byteLength + binaryBytes, jsonBytes, 0x4e4f534a]);
  head.set(text, 20);
  put(20 + jsonBytes, binaryHead);
  return head;
}
