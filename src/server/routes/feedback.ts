import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { DAY_MS, FEEDBACK } from '../../contract/constants.ts';
import { FeedbackAnswer, FeedbackContext, FeedbackFields } from '../../contract/http/feedback.ts';
import type { Deps } from '../deps.ts';
import { takeFeedback } from '../feedback/take-feedback.ts';
import type { App } from '../http/app.ts';
import { callerOf } from '../http/authenticate.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';
import { prepareAndRunOnce } from '../http/idempotency.ts';
import { limitBy } from '../http/limit-rates.ts';
import { withForm } from '../http/read-upload.ts';
import { signalOf } from '../http/signal-of.ts';

/** More than anybody has to tell; with a screenshot each they have 80 MB. */
const TICKETS_PER_DAY = 40;

/** /api/feedback/: what a person tells us, with or without a screenshot. */
export function feedbackRoutes(app: App, deps: Deps): void {
  const { storage, pictures } = deps.services;
  const key = (request: FastifyRequest) => `feedback:${callerOf(request)}`;
  const limit = limitBy(app, deps, { max: TICKETS_PER_DAY, windowMs: DAY_MS, key });

  app.post(
    '/api/feedback/',
    {
      config: {
        form: {
          texts: FeedbackFields,
          json: { context: FeedbackContext },
          files: { screenshot: 'optional' },
        },
      },
      schema: {
        summary: 'Sends feedback, with pictures',
        response: { 201: FeedbackAnswer },
      },
      preHandler: limit,
    },
    async (request, reply) => {
      const userId = callerOf(request);
      const signal = signalOf(reply);
      const part = { field: 'screenshot', maxBytes: FEEDBACK.screenshotMaxBytes };
      const body = await withForm(deps.config, request, part, async ({ file, texts, bodyHash }) => {
        const { type, title, description, context } = checkShape(FeedbackFields, texts);
        const where = checkShape(FeedbackContext, parseJson(context), 'context');
        const prepare = async () => {
          if (file === null) return null;
          const work = pictures.workFor({ lane: 'upload', caller: userId, signal });
          const { bytes, kind } = await work.prepareScreenshot(() => readFile(file.path), file.name);
          return { stored: await storage.put(bytes), kind };
        };
        return prepareAndRunOnce(
          deps,
          request,
          prepare,
          async (tx, screenshot) => {
            const told = { userId, type, title, description, context: where, screenshot };
            return { id: await takeFeedback(tx, told) };
          },
          bodyHash,
        );
      });
      return reply.code(201).send(body);
    },
  );
}

/** @throws AppError `invalid-request`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('context', 'is not JSON');
  }
}
