import type { ReactNode } from 'react';

/** Decorative: the text beside a picture says everything. */
export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg data-picture width="220" height="140" viewBox="0 0 220 140" aria-hidden="true">
      <rect width="220" height="140" rx="20" fill="var(--sky-soft)" />
      {children}
    </svg>
  );
}

export function Ground() {
  return (
    <path
      d="M0 104c40-18 84-14 120-4s70 8 100-6v26a20 20 0 0 1-20 20H20a20 20 0 0 1-20-20Z"
      fill="#8fd1a6"
    />
  );
}
