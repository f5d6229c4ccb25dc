import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

const isSource = import.meta.url.endsWith('.ts');

type Options = Omit<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'workerData'
>;

/** Threads that run the default export of a `.ts` file. While idle they do not keep the process alive. */
export function openWorkerPool(file: URL, options: Options): Piscina {
  if (!isSource) {
    return new Piscina({ ...options, filename: fileURLToPath(file).replace(/\.ts$/, '.js') });
  }
  const loader = fileURLToPath(new URL('./worker-from-source.mjs', import.meta.url));
  // What else the process was started with may be TypeScript too, before the loader can read it.
  const execArgv = ['--conditions=source'];
  return new Piscina({ ...options, execArgv, filename: loader, workerData: { file: file.href } });
}
