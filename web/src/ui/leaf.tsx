export function Leaf({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 20c1-5 4-8.500 9-10.500M6.500 17C3.500 9 9 3.500 20 4c.5 10-4.500 15-11 14.500-.9-.1-1.800-.6-2.500-1.500Z" />
    </svg>
  );
}
