import { useState } from 'react';

interface Sending<Input> {
  /** What was sent last. */
  input: Input | undefined;
  isPending: boolean;
  error: Error | null;
}

const idle = { input: undefined, isPending: false, error: null };

/** Follows a request of a page that does without react-query. */
export function useSending<Input>(send: (input: Input) => Promise<unknown>) {
  const [state, setState] = useState<Sending<Input>>(idle);
  const submit = (input: Input) => {
    setState({ input, isPending: true, error: null });
    send(input).then(
      () => setState(idle),
      (error: Error) => setState({ input, isPending: false, error }),
    );
  };
  return { ...state, submit, reset: () => setState(idle) };
}
