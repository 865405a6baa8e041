import { z } from 'zod';
import { MessageType, SIGNATURE_HEADER, WebhookMessage } from '../../../contract/http/keys/webhooks.ts';

const SUMMARIES: Readonly<Record<MessageType, string>> = {
  'render.finished': 'An order is finished: all its pictures are made',
  'render.failed': 'An order failed; credits of pictures that were not made are given back',
  test: 'Its person asked for a test',
};
const DESCRIPTION = `Sent to the addresses of /api/users/me/webhooks/. An answer from 200 to 299 within 15 seconds takes it; everything
else is a failure, and it comes again, ten times in a day. It can come twice: with the same \`id\`, and the same bytes.`;
const SIGNATURE = `\`t=SECONDS,v1=HEX\`: HMAC-SHA256, with the webhook's secret, of \`SECONDS.BODY\`, as Stripe signs. For a day after the
secret was made anew there is a \`v1\` of each.`;

/** What programs are sent, for the OpenAPI document. */
export function describeWebhooks() {
  // Its own type is that of any schema; the document's wants to know which.
  const schema = z.toJSONSchema(WebhookMessage) as { readonly type: 'object' };
  return Object.fromEntries(
    MessageType.options.map((type) => [
      type,
      {
        post: {
          operationId: `told of ${type}`,
          tags: ['Webhooks'],
          summary: SUMMARIES[type],
          description: DESCRIPTION,
          security: [],
          parameters: [
            {
              name: SIGNATURE_HEADER,
              in: 'header' as const,
              required: true,
              description: SIGNATURE,
              schema: { type: 'string' as const },
            },
          ],
          requestBody: {
            content: { 'application/json': { schema } },
          },
          responses: { '2XX': { description: 'The message is taken.' } },
        },
      },
    ]),
  );
}
