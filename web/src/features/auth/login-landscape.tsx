import classes from './login-landscape.module.css';

/** Morning over a school garden, or night in dark mode. */
export function LoginLandscape() {
  return (
    <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="720" height="900" className={classes.sky} />
      <circle cx="560" cy="300" r="62" className={classes.sun} />
      <path
        d="M56 460a34 34 0 0 1 4-68 52 52 0 0 1 98-8 40 40 0 0 1 16 76Z"
        className={classes.cloud}
      />
      <path d="M0 640c120-70 260-80 400-30s230 50 320-4v294H0Z" className={classes.farHill} />
      <path d="M0 720c160-50 330-30 470 4s190 24 250 0v176H0Z" className={classes.hill} />
      <rect x="330" y="520" width="34" height="210" rx="14" fill="#8a5a35" />
      <circle cx="348" cy="440" r="116" fill="#2f9e5f" />
      <circle cx="258" cy="494" r="76" fill="#3aad6c" />
      <circle cx="438" cy="500" r="74" fill="#23854f" />
      <path d="M0 800c200-40 420-30 720 10v90H0Z" className={classes.meadow} />
      {[
        { x: 520, body: '#2f9e5f', lid: '#1f7f4a' },
        { x: 580, body: '#2c7bb3', lid: '#1f6593' },
        { x: 640, body: '#d98a1f', lid: '#b06f14' },
      ].map(({ x, body, lid }) => (
        <g key={x}>
          <rect x={x + 4} y="716" width="40" height="72" rx="7" fill={body} />
          <rect x={x} y="706" width="48" height="14" rx="7" fill={lid} />
        </g>
      ))}
    </svg>
  );
}
