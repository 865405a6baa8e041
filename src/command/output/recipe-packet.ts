import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { RECIPE_MAX_BYTES } from '../../contract/constants.ts';
import { RecipePicture } from '../../contract/files/recipe-picture.ts';

/** Of the one property in the packet. */
const NAMESPACE = 'urn:vitrine:recipe#';

/**
 * A recipe as a packet of XMP (ISO 16684-1), for files that have no text chunks: JSON, packed by DEFLATE, in base 64. As text
 * it would soon be longer than the 64 kB that a JPEG has for a packet.
 */
export function wrapRecipe(picture: RecipePicture): string {
  const packed = deflateRawSync(JSON.stringify(picture)).toString('base64');
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:vitrine="${NAMESPACE}" vitrine:recipe="${packed}"/>`,
    '</rdf:RDF></x:xmpmeta>',
  ].join('');
}

/** @returns Null for a packet without a recipe, and for one that is not of this shape. */
export function unwrapRecipe(packet: string): RecipePicture | null {
  const [, packed] = /\bvitrine:recipe="([A-Za-z0-9+/=]*)"/.exec(packet) ?? [];
  if (packed === undefined) return null;
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: RECIPE_MAX_BYTES });
    return RecipePicture.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return null;
  }
}
