import { lazyComponent } from '../../lib/lazy-component.ts';

/** Students and parents never see them. */
export const ModerationButtons = lazyComponent('moderation-buttons', async () => {
  return (await import('./moderation-buttons.tsx')).ModerationButtons;
});
