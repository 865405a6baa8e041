/**
 * Runs work after the messages that wait: a timer waits 4 ms from the fifth one on.
 *
 * @returns A function that takes one piece of work at a time.
 */
export function createTaskQueue(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (work) => {
    waiting.push(work);
    port2.postMessage(null);
  };
}
