import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/**
 * A PDF of one page, as a person would write it by hand.
 *
 * @param page Entries of the page: its boxes, how it is turned.
 * @param content What is drawn, in PDF's operators. `/G` is a state that lays a soft mask, white in its lower half; `/F` Helvetica.
 * @param count How often the page stands in it.
 * @param hasObjectStream Packs all that is no stream, as programs do today.
 * @param password Locks it (RC4 of 40 bits), for whoever opens it.
 */
export function makePdf({
  page,
  content,
  count = 1,
  hasObjectStream = false,
  password = null,
}: {
  readonly page: string;
  readonly content: string;
  readonly count?: number;
  readonly hasObjectStream?: boolean;
  readonly password?: string | null;
}): Uint8Array<ArrayBuffer> {
  const resources =
    '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >> >>';
  const kids = Array.from({ length: count }, (_, at) => `${at === 0 ? 3 : 10 + at} 0 R`);
  const leaf = `<< /Type /Page /Parent 2 0 R ${page} /Contents 4 0 R /Resources ${resources} >>`;
  const objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`],
    [3, leaf],
    ...Array.from({ length: count - 1 }, (_, at) => [11 + at, leaf] as const),
  ]);
  const mask = '1 g 0 0 1000 50 re f';
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Group << /S /Transparency /CS /DeviceGray >>`;
  const streams = new Map([
    [4, `<< /Length ${content.length} >> stream\n${content}\nendstream`],
    [5, `<< ${form} /Length ${mask.length} >> stream\n${mask}\nendstream`],
  ]);
  let file = '%PDF-1.7\n';
  const places = new Map<number, readonly [kind: number, place: number, index: number]>();
  const add = (num: number, body: string): void => {
    places.set(num, [1, file.length, 0]);
    file += `${num} 0 obj\n${body}\nendobj\n`;
  };
  for (const [num, body] of streams) add(num, body);
  if (hasObjectStream) {
    const bodies = [...objects.values()];
    const starts = bodies.map((_, at) => bodies.slice(0, at).join(' ').length + (at === 0 ? 0 : 1));
    const head = `${[...objects.keys()].map((num, at) => `${num} ${starts[at]}`).join(' ')} `;
    const packed = deflateSync(Buffer.from(head + bodies.join(' '), 'latin1')).toString('latin1');
    add(
      6,
      `<< /Type /ObjStm /N ${objects.size} /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >> stream\n${packed}\nendstream`,
    );
    for (const [at, num] of [...objects.keys()].entries()) places.set(num, [2, 6, at]);
  } else for (const [num, body] of objects) add(num, body);
  const start = file.length;
  const size = 100;
  places.set(7, [1, start, 0]);
  const table = Buffer.alloc(size * 6);
  for (const [num, [kind, place, index]] of places) {
    table.writeUInt8(kind, num * 6);
    table.writeUInt32BE(place, num * 6 + 1);
    table.writeUInt8(index, num * 6 + 5);
  }
  const lock = password === null ? '' : lockOf(password);
  const xref = `<< /Type /XRef /W [1 4 1] /Size ${size} /Root 1 0 R ${lock} /Length ${table.length} >>`;
  file += `7 0 obj\n${xref} stream\n${table.toString('latin1')}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

/** Any owner's password will do: whoever has not the one of the reader reads nothing. */
function lockOf(password: string): string {
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');
  return `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${hex(password)}> /U <${hex(`${password}!`)}> >> /ID [<00> <00>]`;
}
