import { connect } from 'node:net';
import { studentTables } from '@lop-xanh/contract/account-tables';
import { attendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { audit } from '@lop-xanh/contract/audit';
import { history } from '@lop-xanh/contract/history';
import { posts } from '@lop-xanh/contract/posts';
import { reports } from '@lop-xanh/contract/reports';
import { search } from '@lop-xanh/contract/search';
import {
  type AttackTarget,
  countStatuses,
  inParallel,
  type StatusCounts,
  send,
} from './attack-requests.ts';

const exportPaths = [
  reports.read.path,
  reports.file.path,
  history.forAllStudents.path,
  attendanceOverview.file.path,
  studentTables.exportXlsx.path,
  audit.exportCsv.path,
  `${search.find.path}?q=n`,
];
const pipelined = 50;

/** What one user can read or download over and over. */
export const readAttacks = {
  reads: ({ address, token, requests }) =>
    readAll(requests, () => send(address + posts.list.path, { token })),
  exports: ({ address, token, requests }) =>
    readAll(requests / 5, (index) =>
      send(address + (exportPaths[index % exportPaths.length] ?? ''), { token }),
    ),
  downloads: ({ address, file, requests }) => readAll(requests, () => send(address + file, {})),
  // The client hangs up while most of its requests wait for the responses before theirs.
  'abandoned downloads': async (target) =>
    countStatuses(await inParallel(target.requests / pipelined, () => abandonDownloads(target))),
} satisfies Record<string, (target: AttackTarget) => Promise<StatusCounts>>;

async function readAll(times: number, read: (index: number) => Promise<number>) {
  return countStatuses(await inParallel(times, read));
}

/** Returns the status of the first response. */
function abandonDownloads({ address, file }: AttackTarget): Promise<number> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8');
    socket.on('error', () => resolve(0));
    socket.on('data', (text: string) => {
      socket.destroy();
      resolve(Number(/(?<=^HTTP\/1\.1 )\d+/.exec(text)?.[0] ?? 0));
    });
    socket.write(`GET ${file} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(pipelined));
  });
}
