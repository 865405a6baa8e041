/**
 * A reporter of vitest for runs that take long: one line for each test file as it ends, and one for each test that has
 * gone on for minutes, so that a run which is cut off still says how far it came and what it hung on. With TESTS_UNTIL,
 * milliseconds since the epoch, no test begins after that.
 */

/** Milliseconds after which a test that goes on is named, once. */
const LONG = 5 * 60_000;

/** Begins each line about what went wrong outside of any test. */
export const UNHANDLED = 'Unhandled Error';

const pathOf = (module) => module.relativeModuleId;

export default class TellFiles {
  #running = new Map();
  #timer;
  #vitest;
  #end;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart() {
    const until = Number(process.env.TESTS_UNTIL ?? Number.POSITIVE_INFINITY);
    if (Number.isFinite(until)) {
      this.#end = setTimeout(() => this.#vitest.cancelCurrentRun('time'), Math.max(0, until - Date.now()));
      this.#end.unref();
    }
    this.#timer = setInterval(() => this.#tellLong(), LONG / 5);
    this.#timer.unref();
  }

  onTestCaseReady(test) {
    this.#running.set(test, Date.now());
  }

  onTestCaseResult(test) {
    this.#running.delete(test);
  }

  onTestModuleEnd(module) {
    const seconds = (module.diagnostic().duration / 1000).toFixed(0);
    process.stdout.write(`      ${module.state()} ${pathOf(module)} (${seconds} s)\n`);
  }

  onTestRunEnd(_modules, errors) {
    // A worker that died, or a rejection that nobody took: the report of the tests says nothing of them.
    for (const error of errors) process.stdout.write(`${UNHANDLED}: ${error.stack ?? error.message}\n`);
    clearInterval(this.#timer);
    clearTimeout(this.#end);
  }

  #tellLong() {
    for (const [test, since] of this.#running) {
      if (Date.now() - since < LONG) continue;
      process.stdout.write(`      goes on: ${pathOf(test.module)} > ${test.fullName}\n`);
      this.#running.delete(test);
    }
  }
}
