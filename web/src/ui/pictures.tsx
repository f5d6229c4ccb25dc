import { Ground, Picture } from './picture.tsx';

export function TreePicture() {
  return (
    <Picture>
      <circle cx="178" cy="36" r="16" fill="#f7c956" />
      <Ground />
      <rect x="104" y="76" width="10" height="40" rx="4" fill="#8a5a35" />
      <circle cx="109" cy="54" r="30" fill="#2f9e5f" />
      <circle cx="86" cy="66" r="20" fill="#3aad6c" />
      <circle cx="132" cy="68" r="19" fill="#23854f" />
    </Picture>
  );
}

export function SproutPicture() {
  return (
    <Picture>
      <circle cx="44" cy="34" r="14" fill="#f7c956" />
      <Ground />
      <path d="M110 112c0-20 0-32 0-48" stroke="#23854f" strokeWidth="6" strokeLinecap="round" />
      <path d="M110 76c-26 2-38-10-40-30 24-2 38 8 40 30Z" fill="#3aad6c" />
      <path d="M110 64c0-22 12-34 36-36 2 24-12 36-36 36Z" fill="#2f9e5f" />
      <ellipse cx="110" cy="114" rx="26" ry="7" fill="#8a5a35" />
    </Picture>
  );
}

export function BookPicture() {
  return (
    <Picture>
      <circle cx="180" cy="34" r="14" fill="#f7c956" />
      <Ground />
      <path
        d="M110 52c-16-10-34-12-52-8v54c18-4 36-2 52 8 16-10 34-12 52-8V44c-18-4-36-2-52 8Z"
        fill="var(--card)"
        stroke="#23854f"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M110 52v54" stroke="#23854f" strokeWidth="4" />
      <path
        d="M72 60c9-1 17 0 25 3M72 74c9-1 17 0 25 3M148 60c-9-1-17 0-25 3M148 74c-9-1-17 0-25 3"
        stroke="#8fd1a6"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
      />
    </Picture>
  );
}

/** Mầm, the sprout who accompanies the children. */
export function SproutFriend({ isLaughing = false }: { isLaughing?: boolean }) {
  return (
    <svg width="44" height="44" viewBox="0 0 96 96" aria-hidden="true">
      <path d="M47 46c0-6 .5-10 1-15" stroke="#1f7f4a" strokeWidth="4" strokeLinecap="round" />
      <path d="M48 33C43 13 26 8 13 13c1 15 17 25 35 20Z" fill="#2f9e5f" />
      <path d="M48 33C51 11 68 4 83 8c0 17-15 29-35 25Z" fill="#43b374" />
      <path
        d="M48 42c21 0 30 14 28 28-2 14-14 20-28 20s-26-6-28-20c-2-14 7-28 28-28Z"
        fill="#a5dcb6"
      />
      <g fill="#1b2a22">
        <circle cx="38" cy="64" r="4.2" />
        <circle cx="58" cy="64" r="4.2" />
      </g>
      <g fill="#ff8f7d" opacity=".5">
        <circle cx="30" cy="72" r="5" />
        <circle cx="66" cy="72" r="5" />
      </g>
      {isLaughing ? (
        <path d="M40 71q8 2 16 0-1 11-8 11t-8-11Z" fill="#8d3f2c" />
      ) : (
        <path
          d="M41.500 71q6.500 8 13 0"
          fill="none"
          stroke="#1b2a22"
          strokeWidth="3"
          strokeLinecap="round"
        />
      )}
      <path
        d="M21 70c-6 0-9-3-11-7m65 7c6 0 9-4 10-9"
        stroke="#5cbd80"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
