import type { UserId } from '../../../contract/ids.ts';

/** Live channels that are open in this process, by account. */
export interface OpenChannels {
  count(userId: UserId): number;
  opened(userId: UserId): void;
  closed(userId: UserId): void;
  /** Whoever has one. */
  people(): UserId[];
  total(): number;
}

export function createOpenChannels(): OpenChannels {
  const open = new Map<UserId, number>();
  const change = (userId: UserId, by: 1 | -1): void => {
    const count = (open.get(userId) ?? 0) + by;
    if (count > 0) open.set(userId, count);
    else open.delete(userId);
  };
  return {
    count: (userId) => open.get(userId) ?? 0,
    opened: (userId) => change(userId, 1),
    closed: (userId) => change(userId, -1),
    people: () => [...open.keys()],
    total: () => [...open.values()].reduce((sum, count) => sum + count, 0),
  };
}
