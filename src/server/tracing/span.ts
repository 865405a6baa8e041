import type * as Api from '@opentelemetry/api';

/** OpenTelemetry, once it is loaded. */
export interface Tracing {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
}

let tracing: Tracing | null = null;

/** For `open-tracing.ts`. */
export function setTracing(next: Tracing | null): void {
  tracing = next;
}

/** Whether anybody looks. */
export function isTracing(): boolean {
  return tracing !== null;
}

/**
 * Does work as a span of the trace that it belongs to. Nothing of what people wrote belongs into names and attributes.
 *
 * @param parent Where {@link carryTrace} of another process said it belongs; else to what is under way here.
 * @throws What the work throws; its first word is in the span.
 */
export async function span<T>(
  name: string,
  attributes: Api.Attributes,
  work: () => Promise<T>,
  parent?: string,
): Promise<T> {
  if (tracing === null) return work();
  const { api, tracer } = tracing;
  const context = parent === undefined ? api.context.active() : readTrace(api, parent);
  return tracer.startActiveSpan(name, { attributes }, context, async (begun) => {
    try {
      return await work();
    } catch (error) {
      const { name: kind = 'Error' } = error as Partial<Error>;
      begun.setStatus({ code: api.SpanStatusCode.ERROR, message: kind });
      throw error;
    } finally {
      begun.end();
    }
  });
}

/** Something that happened in what is under way. */
export function noteInSpan(event: string): void {
  tracing?.api.trace.getActiveSpan()?.addEvent(event);
}

/** What is under way, for whoever goes on with it elsewhere: a `traceparent` (W3C Trace Context); undefined for nothing. */
export function carryTrace(): string | undefined {
  if (tracing === null) return undefined;
  const carrier: Record<string, string> = {};
  tracing.api.propagation.inject(tracing.api.context.active(), carrier);
  return carrier.traceparent;
}

/** Ids of what is under way, for lines of the log. */
export function traceIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const active = tracing?.api.trace.getActiveSpan()?.spanContext();
  return active === undefined ? {} : { trace_id: active.traceId, span_id: active.spanId };
}

/** Begins a span around what comes after it, as hooks of a framework need it; `end` says what it is called after all. */
export function beginSpan(
  name: string,
  attributes: Api.Attributes,
  parent: string | undefined,
): {
  within(work: () => void): void;
  end(more: Api.Attributes, hasFailed: boolean, name: string): void;
} | null {
  if (tracing === null) return null;
  const { api, tracer } = tracing;
  const context = parent === undefined ? api.context.active() : readTrace(api, parent);
  const begun = tracer.startSpan(name, { attributes, kind: api.SpanKind.SERVER }, context);
  return {
    within: (work) => api.context.with(api.trace.setSpan(context, begun), work),
    end(more, hasFailed, better) {
      begun.updateName(better).setAttributes(more);
      if (hasFailed) begun.setStatus({ code: api.SpanStatusCode.ERROR });
      begun.end();
    },
  };
}

/**
 * Begins to ask somebody else as a part of what is under way. Null where nothing is, or nobody looks: what a process does by
 * itself is no trace.
 *
 * @param parent As that of {@link span}: what it belongs to may have ended.
 */
export function beginPart(
  name: string,
  attributes: Api.Attributes,
  parent?: string,
): { end(hasFailed: boolean, more?: Api.Attributes): void } | null {
  if (tracing === null) return null;
  const { api, tracer } = tracing;
  if (parent === undefined && !api.trace.getActiveSpan()?.isRecording()) return null;
  const context = parent === undefined ? api.context.active() : readTrace(api, parent);
  const begun = tracer.startSpan(name, { attributes, kind: api.SpanKind.CLIENT }, context);
  return {
    end(hasFailed, more = {}) {
      begun.setAttributes(more);
      if (hasFailed) begun.setStatus({ code: api.SpanStatusCode.ERROR });
      begun.end();
    },
  };
}

function readTrace(api: typeof Api, traceparent: string): Api.Context {
  return api.propagation.extract(api.ROOT_CONTEXT, { traceparent });
}
