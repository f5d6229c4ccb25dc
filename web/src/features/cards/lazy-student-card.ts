import { lazyComponent } from '../../lib/lazy-component.ts';

export const StudentCard = lazyComponent('student-card', async () => {
  return (await import('./student-card.tsx')).StudentCard;
});
