import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { posts } from '@lop-xanh/contract/posts';
import { scan } from '@lop-xanh/contract/scan';
import { studentImport } from '@lop-xanh/contract/student-import';
import sharp from 'sharp';
import {
  type AttackTarget,
  countStatuses,
  inParallel,
  type StatusCounts,
  send,
  sendFile,
} from './attack-requests.ts';

const imports = 6;
const photosPerPost = 2;
const trickleMs = 1_000;

/** What one hostile user can do with large bodies. */
export const bodyAttacks = {
  scans: async ({ address, token, requests }) => {
    const photo = await makePhoto(1200, 900);
    const body = { image: `data:image/jpeg;base64,${photo.toString('base64')}` };
    return countStatuses(
      await inParallel(requests / 10, () => send(address + scan.analyze.path, { token, body })),
    );
  },
  'photo uploads': async ({ address, token, requests }) => {
    const photo = new Blob([new Uint8Array(await makePhoto(4000, 3000))]);
    const createForm = (index: number) => {
      const form = new FormData();
      form.append('title', `Bài ${index}`);
      form.append('content', 'Nhiều ảnh');
      form.append('photosConfirmed', 'true');
      for (let number = 0; number < photosPerPost; number++) {
        form.append('attachments', photo, `${number}.jpg`);
      }
      return form;
    };
    return countStatuses(
      await inParallel(requests / 50, (index) =>
        send(address + posts.create.path, { token, body: createForm(index) }),
      ),
    );
  },
  'student imports': async ({ address, token, requests }) => {
    const statuses: number[] = [];
    const countStarted = () => statuses.filter((status) => status === 201).length;
    while (countStarted() < imports && !statuses.includes(0)) {
      const lines = Array.from({ length: requests }, () => `${makeName()},3A`);
      const list = ['Họ và tên,Lớp', ...lines].join('\n');
      const paths = [studentImport.check.path, studentImport.start.path, studentImport.start.path];
      const sent = await Promise.all(paths.map((path) => sendFile(address + path, token, list)));
      statuses.push(...sent);
    }
    return countStatuses(statuses);
  },
  'slow senders': async (target) =>
    countStatuses(await inParallel(Math.min(20, target.requests / 50), () => sendSlowly(target))),
} satisfies Record<string, (target: AttackTarget) => Promise<StatusCounts>>;

/** As large as that of a phone. */
function makePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 10 };
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer();
}

/** Of a student whom the school does not have yet. */
function makeName(): string {
  const letters = Array.from({ length: 12 }, () =>
    String.fromCharCode(97 + Math.floor(Math.random() * 26)),
  );
  return `Lê Thị ${letters.join('')}`;
}

/** Declares a photo of 2 MB and sends a byte per second until the server answers. */
async function sendSlowly({ address, token }: AttackTarget): Promise<number> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let response = '';
  let isClosed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  const head = [
    `POST ${scan.analyze.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 2000000',
    '',
    '{"image":"',
  ];
  socket.write(head.join('\r\n'));
  while (!isClosed && response === '') {
    await wait(trickleMs);
    socket.write('x');
  }
  socket.destroy();
  return Number(/(?<=^HTTP\/1\.1 )\d+/.exec(response)?.[0] ?? 0);
}
