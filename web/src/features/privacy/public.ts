export { OwnRequests } from './own-requests.tsx';
