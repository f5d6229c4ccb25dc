/**
 * Mầm jumps for joy for less than a second, over whatever is on screen. It says nothing that the screen does
 * not say, takes no taps, and stays away from those who want no motion. Its code is fetched when it is needed.
 */
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const celebration = await import('./celebration.tsx').catch(() => undefined);
  celebration?.showCelebration();
}
