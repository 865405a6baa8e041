import { UserId } from '../../src/contract/ids.ts';
import { type Connection, connectDatabase } from '../../src/server/db/database.ts';
import { placeOrder } from '../../src/server/renders/orders/place-order.ts';
import { openQueue } from '../../src/server/renders/queue/queue.ts';

/** Entry: places an order and stands still before or after it is queued, with its transaction open, to be killed there. */
const { CONNECTION = '', ORDER = '', STOP = '' } = process.env;
const connection = JSON.parse(CONNECTION) as Connection;
const order = JSON.parse(ORDER) as { userId: number } & Omit<Parameters<typeof placeOrder>[2], 'userId'>;
const database = connectDatabase(connection);
const queue = await openQueue(connection, 'api', () => {});

async function standStill(): Promise<never> {
  console.log(`stands still ${STOP}`);
  return new Promise(() => {});
}

await database.db.transaction((tx) =>
  placeOrder(
    tx,
    {
      ...queue,
      async add(...job) {
        if (STOP === 'charged') await standStill();
        await queue.add(...job);
        await standStill();
      },
    },
    { ...order, userId: UserId.parse(order.userId) },
  ),
);
