export { ScanCard } from './scan-card.tsx';
