/** Mầm, the sprout who keeps the children company. */
export function Mam() {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
      <ellipse cx="48" cy="91" rx="24" ry="3.5" fill="#1b2a22" opacity=".10" />
      <path
        d="M47 46C47 40 47.5 36 48 31"
        stroke="#1f7f4a"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M48 33C43 13 26 8 13 13c1 15 17 25 35 20Z" fill="#2f9e5f" />
      <path
        d="M22 18c9 3 18 8 25 14"
        stroke="#8fd1a6"
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M48 33C51 11 68 4 83 8c0 17-15 29-35 25Z" fill="#43b374" />
      <path
        d="M74 14c-10 4-19 10-25 17"
        stroke="#bfe6cb"
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
      />
      <path
        d="M48 42C69 42 78 56 76 70 74 84 62 90 48 90S22 84 20 70C18 56 27 42 48 42Z"
        fill="#a5dcb6"
      />
      <path
        d="M48 42C69 42 78 56 76 70 75 77 71 82 66 85 72 68 66 50 40 43c2.50-.7 5-1 8-1Z"
        fill="#8fd1a6"
      />
      <circle cx="38" cy="64" r="4.2" fill="#1b2a22" />
      <circle cx="39.47" cy="62.40" r="1.4" fill="#fff" />
      <circle cx="58" cy="64" r="4.2" fill="#1b2a22" />
      <circle cx="59.47" cy="62.40" r="1.4" fill="#fff" />
      <g fill="#ff8f7d" opacity=".5">
        <circle cx="30" cy="72" r="5" />
        <circle cx="66" cy="72" r="5" />
      </g>
      <path
        d="M41.5 71q6.5 8 13 0"
        fill="none"
        stroke="#1b2a22"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M21 70c-6 0-9-3-11-7M75 70c6 0 9-4 10-9"
        stroke="#5cbd80"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
