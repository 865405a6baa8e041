import type { JSZipStreamHelper } from 'jszip';

declare module 'jszip' {
  interface JSZipObject {
    /** What the directory of an archive that was read says of the file. JSZip checks lengths by it, and the sum only of all files at once. */
    readonly _data: { readonly crc32: number };
    /**
     * Unpacks in steps that can be stopped. JSZip documents it, and its types leave it out:
     * https://stuk.github.io/jszip/documentation/api_zipobject/internal_stream.html
     */
    internalStream(type: 'uint8array'): JSZipStreamHelper<Uint8Array<ArrayBuffer>>;
  }
}
