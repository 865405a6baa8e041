import type { JSZipStreamHelper } from 'jszip';

declare module 'jszip' {
  interface JSZipObject {
    /**
     * Unpacks in steps that can be stopped. JSZip documents it, and its types leave it out:
     * https://stuk.github.io/jszip/documentation/api_zipobject/internal_stream.html
     */
    internalStream(type: 'uint8array'): JSZipStreamHelper<Uint8Array<ArrayBuffer>>;
  }
}
