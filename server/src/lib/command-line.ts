/**
 * How the operator runs a command such as `backup <new folder>`: in a clone with npm, or with the command of an
 * installed package, which names itself in the environment.
 */
export function describeCommand(command: string): string {
  const { INSTALLED_COMMAND: installed } = process.env;
  if (installed) return `${installed} ${command}`;
  const [name, ...args] = command.split(' ');
  return ['npm run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
}
