import { afterAll, TestRunner } from 'vitest';

/** When what a test made is cleaned away: after the test (`onTestFinished`) or after its file. */
export type AtEnd = (clean: () => Promise<void> | void) => void;

/** Refuses inside a test, where Vitest takes an `afterAll` and never runs it. */
export const afterFile: AtEnd = (clean) => {
  if (TestRunner.getCurrentTest())
    throw new Error('Made inside a test, it ends with it: give onTestFinished');
  afterAll(clean);
};
