/** What a package holds of a release: everything that the built server reads, except its libraries. */
export const packagedPaths = [
  'contract/dist',
  'contract/waste-packs',
  'server/dist',
  'server/assets',
  'server/demo',
  'server/migrations',
  'server/src/language/en.po',
  'web/dist',
  'ml/weights/LICENSE',
  'ml/weights/large-reference.bin',
  'ml/weights/large.json',
  'ml/weights/large.onnx',
  'ml/weights/small-reference.bin',
  'ml/weights/small.json',
  'ml/weights/small.onnx',
];

/** The workspaces whose libraries the server needs; those of the web app are part of its build. */
export const packagedWorkspaces = ['contract', 'server'];

/** Commands for developers only. */
export const developerCommands = ['evaluate-scans', 'evaluate-teaching'];

/** What only a build or a developer reads, in our own folders and in those of libraries. */
export const isLeftOut = (path) =>
  /\.(d\.[cm]?ts|map|tsbuildinfo)$/.test(path) ||
  /(^|\/)node_modules\/(.*\/)?(\.[^/]+|[^/]+\.(sh|[cm]?ts|(test|spec)\.[cm]?js))$/.test(path) ||
  /(^|\/)node_modules\/(@[^/]+\/)?[^@/]+\/(tests?|__tests__|e2e|examples?|bench(mark)?s?|docs?)$/.test(
    path,
  ) ||
  /^server\/dist\/evaluation(\/|$)/.test(path) ||
  /\/native\/(include|lib\/postgresql\/pgxs)$/.test(path) ||
  developerCommands.some((name) => path.endsWith(`/commands/${name}.js`));

/** Our command, Node.js and PostgreSQL; libraries bring commands of their own, which nobody runs. */
export const isRun = (path) => /^bin\/(lop-xanh|node)$|\/native\/bin\/\w+$/.test(path);

/** Each architecture as Node.js, Debian and the header of a program name it. */
export const architectures = [
  { name: 'arm64', debianName: 'arm64', elfMachine: 0xb7 },
  { name: 'x64', debianName: 'amd64', elfMachine: 0x3e },
];
