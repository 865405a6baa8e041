import type { Failure } from '../../contract/failure.ts';

/**
 * What a failure means for a row: `wait` costs no attempt, `retry` waits longer each time, `ask` needs
 * the person, `dead` is listed with its reason.
 */
export function classifyFailure(failure: Failure): 'wait' | 'retry' | 'ask' | 'dead' {
  // It could not be noted here: what the server says to it is not known, or is said again.
  if (isOfDevice(failure)) return 'wait';
  switch (failure.code) {
    case 'server-unreachable':
    case 'server-unready':
    case 'maintenance':
    // It goes to that one.
    case 'project-made-anew':
    case 'not-authenticated':
      return 'wait';
    case 'server-failed':
    case 'rate-limited':
    case 'idempotency-in-flight':
    case 'response-unexpected':
    case 'storage-full':
    case 'worker-crashed':
    // Others save so often that this save met them each time.
    case 'revision-stale':
      return 'retry';
    case 'http-error':
      return failure.status >= 500 ? 'retry' : 'dead';
    case 'credits-insufficient':
    case 'day-quota-reached':
    case 'engine-unavailable':
    case 'engine-lacks':
    case 'picture-work-failed':
    case 'order-expired':
    case 'order-unanswered':
      return 'ask';
    default:
      return 'dead';
  }
}

/** Whether this device's own database failed: nobody refused anything. */
export function isOfDevice({ code }: Failure): boolean {
  return (
    code === 'device-storage-full' || code === 'device-storage-newer' || code === 'device-storage-unavailable'
  );
}
