/** Left, bottom, right, top, in the page's units. */
export type Box = readonly [number, number, number, number];

const NUMBER = '\\s*([-+]?[\\d.]+)';
const TRIM_BOX = new RegExp(`/TrimBox\\s*\\[${NUMBER}${NUMBER}${NUMBER}${NUMBER}\\s*\\]`);
const OBJECT_STREAM =
  /\bobj\s*<<(?:(?!\bobj\b)[\s\S]){0,400}?\/Type\s*\/ObjStm[\s\S]{0,400}?>>\s*stream\r?\n/g;
/** Of one stream of objects, which hold no pictures, and of all: more is made to fill the memory. */
const MAX_BYTES = 8 * 1024 ** 2;
const MAX_STREAMS = 400;

/**
 * Where a page is cut after printing, which pdf.js does not tell.
 *
 * @param num Number of the page's object, of which the last one in the file counts.
 * @returns Null where the page itself does not say it; 'unknown' where it stands in another object, or the page in what cannot
 *   be read here, as a stream that is encrypted.
 */
export async function readTrimBox(
  bytes: Uint8Array<ArrayBuffer>,
  num: number,
): Promise<Box | 'unknown' | null> {
  const text = new TextDecoder('latin1').decode(bytes);
  const plain = [...text.matchAll(new RegExp(`(?<![\\d.])${num}\\s+\\d+\\s+obj\\b`, 'g'))].at(-1);
  if (plain !== undefined) {
    const end = text.indexOf('endobj', plain.index);
    return boxIn(text.slice(plain.index, end < 0 ? undefined : end));
  }
  let found: string | null = null;
  let count = 0;
  for (const { 0: head, index } of text.matchAll(OBJECT_STREAM)) {
    if (++count > MAX_STREAMS) break;
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    const content = await inflate(bytes.subarray(start, end < 0 ? undefined : end));
    found = objectIn(content, num, Number(/\/First\s+(\d+)/.exec(head)?.[1])) ?? found;
  }
  return found === null ? 'unknown' : boxIn(found);
}

function boxIn(dictionary: string): Box | 'unknown' | null {
  if (!/\/TrimBox\b/.test(dictionary)) return null;
  const [, ...values] = TRIM_BOX.exec(dictionary) ?? [];
  const [a, b, c, d] = values.map(Number) as [number, number, number, number];
  if (values.length !== 4 || [a, b, c, d].some(Number.isNaN)) return 'unknown';
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** A stream of objects begins with pairs of their numbers and where each begins after them. */
function objectIn(content: string, num: number, first: number): string | null {
  const pairs = content.slice(0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    if (pairs[at] !== num) continue;
    const end = pairs[at + 3];
    return content.slice(first + (pairs[at + 1] ?? 0), end === undefined ? undefined : first + end);
  }
  return null;
}

/** @returns What came out until it ended or went wrong; after the end of a stream stands a line's end, which is no error. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const decoder = new TextDecoder('latin1');
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
      if (text.length > MAX_BYTES) break;
    }
  } catch {
    return text;
  }
  await reader.cancel();
  return text;
}
