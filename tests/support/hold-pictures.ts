import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Width of a render, and of a preview, that is held where it is encoded; its seed is the port. */
export const HELD_RENDER_PX = 66;
export const HELD_PREVIEW_PX = 67;

/** Pictures that the processes of `held-pictures.ts` hold for a test. */
export interface Hold {
  readonly port: number;
  /** A picture that is held under a name as soon as a process has it. */
  mark(picture: Blob, tag: string): Blob;
  /** What processes have begun, in that order. */
  readonly begun: readonly string[];
  /** Lets a process go on with it. */
  release(tag: string): void;
  close(): Promise<void>;
}

export async function holdPictures(): Promise<Hold> {
  const begun: string[] = [];
  const held = new Map<string, Socket>();
  const server = createServer((socket) => {
    // A process that is killed.
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const tag = String(data);
      begun.push(tag);
      held.set(tag, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    begun,
    mark: (picture, tag) => new Blob([picture, `hold:${port}:${tag}`], { type: picture.type }),
    release(tag) {
      held.get(tag)?.destroy();
    },
    async close() {
      for (const socket of held.values()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
