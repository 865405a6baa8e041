import { useRef, useState } from 'react';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { uploadImage } from './upload-image.ts';

/** One picture at a time on its way into a library. It goes on when the window that sent it closes. */
export function useUpload(assetType: AssetType): {
  /** 0 to 1 while one is under way. */
  readonly fraction: number | null;
  readonly send: (file: File | undefined, categoryId: number | null) => Promise<LibraryItemBody | null>;
  readonly cancel: () => void;
} {
  const app = useApp();
  const [fraction, setFraction] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  return {
    fraction,
    async send(file, categoryId) {
      const stop = new AbortController();
      running.current = stop;
      try {
        return await uploadImage(app, assetType, file, categoryId, setFraction, stop.signal);
      } finally {
        setFraction(null);
      }
    },
    cancel: () => running.current?.abort(),
  };
}
