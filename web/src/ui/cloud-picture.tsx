import { Ground, Picture } from './picture.tsx';

export function CloudPicture() {
  return (
    <Picture>
      <Ground />
      <path
        d="M76 84a20 20 0 0 1 2-40 30 30 0 0 1 57-4 22 22 0 0 1 9 44Z"
        fill="var(--card)"
        stroke="var(--line-strong)"
        strokeWidth="3"
      />
      <path
        d="M96 58v6m28-6v6m-24 12c6-5 14-5 20 0"
        stroke="var(--ink-soft)"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
      />
    </Picture>
  );
}
