import { afterAll, TestRunner } from 'vitest';

/** Registers a cleanup to run after the test (`onTestFinished`) or after its file (`afterFile`). */
export type CleanupHook = (cleanUp: () => Promise<void> | void) => void;

/** Throws inside a test, where Vitest accepts an `afterAll` and never runs it. */
export const afterFile: CleanupHook = (cleanUp) => {
  if (TestRunner.getCurrentTest()) throw new Error('Inside a test, pass onTestFinished instead');
  afterAll(cleanUp);
};
