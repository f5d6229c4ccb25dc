export { PaperRequestDialog } from './lazy-paper-request.ts';
export { OwnRequests } from './own-requests.tsx';
