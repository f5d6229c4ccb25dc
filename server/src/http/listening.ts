import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

/** Fails before the database is started in vain. */
export async function checkPort(config: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, config)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

/** `prefix` is that of the settings, such as `METRICS_` for METRICS_PORT. */
export function explainListenError(
  error: unknown,
  { port, host }: Pick<Config, 'port' | 'host'>,
  prefix = '',
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is already in use: stop the other program, or set ${prefix}PORT to a free port.`,
      );
    case 'EACCES':
      return new OperatorError(
        `This user is not allowed to use port ${port}: set ${prefix}PORT above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(
        `This machine has no IP address ${host}: set ${prefix}HOST to one of its IP addresses.`,
      );
    default:
      return error;
  }
}

export function describeSiteUrl({ host, publicUrl }: Config, port: number): string {
  if (publicUrl) return publicUrl.href;
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}/`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}
