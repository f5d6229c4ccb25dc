import { limits } from '../contract/src/rules/limits.ts';

/** Breakpoints, used as `@mixin mobile { … }`. Paper is narrow too, but is not a phone. */
const breakpoints = {
  phone: {
    [`@media screen and (width <= ${limits.smallPostWidthPx}px)`]: { '@mixin-content': {} },
  },
  mobile: { [`@media screen and (width <= ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
  desktop: { [`@media print, (width > ${limits.mobileWidthPx}px)`]: { '@mixin-content': {} } },
  /** A table panel on a desktop without room for all columns. */
  'narrow-panel': {
    [`@media (width > ${limits.mobileWidthPx}px)`]: {
      '@container panel (width < 58rem)': { '@mixin-content': {} },
    },
  },
  wide: { '@media (width >= 1180px)': { '@mixin-content': {} } },
  'extra-wide': { '@media (width >= 1400px)': { '@mixin-content': {} } },
};

/** Shared styles, used as `@mixin card;`. Declarations after it override it. */
const sharedStyles = {
  card: {
    border: '1px solid var(--line)',
    'border-radius': 'var(--radius-card)',
    background: 'var(--card)',
    'box-shadow': 'var(--shadow)',
  },
  /** A page wider than the others: on a large screen it takes the room beside the menu. */
  pill: {
    display: 'inline-flex',
    flex: 'none',
    'align-items': 'center',
    gap: '0.25rem',
    'border-radius': '1rem',
    padding: '0.125rem 0.625rem',
    'font-weight': '600',
    'font-size': '0.875rem',
    'line-height': '1.5',
    'white-space': 'nowrap',
  },
  'plain-button': {
    border: '0',
    'border-radius': 'var(--radius-control)',
    background: 'none',
    cursor: 'pointer',
    color: 'inherit',
    font: 'inherit',
    'text-align': 'start',
  },
  points: {
    '& ul, & ol': {
      display: 'flex',
      'flex-direction': 'column',
      gap: '0.375rem',
      margin: '0',
      'padding-inline-start': '1.375rem',
    },
    '& li::marker': { color: 'var(--leaf-text)', 'font-weight': '600' },
  },
  'attendance-colours': {
    '&[data-status="present"]': {
      border: '1px solid transparent',
      background: 'var(--leaf-mist)',
      color: 'var(--leaf-text)',
    },
    '&[data-status="absent"]': {
      border: '1px solid var(--clay-text)',
      background: 'var(--clay-soft)',
      color: 'var(--clay-text)',
    },
    '&[data-status="excused"]': {
      border: '1px solid var(--sky-text)',
      background: 'var(--sky-soft)',
      color: 'var(--sky-text)',
    },
  },
  'two-lines': {
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': String(limits.contentLinesOnSmallCard),
  },
};

export const mixins = { ...breakpoints, ...sharedStyles };
