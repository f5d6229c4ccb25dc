import { t } from '@lingui/core/macro';
import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core';

/** The height of a controlSize, and the smallest touch target. */
const controlSize = rem(44);

export const theme = createTheme({
  fontFamily: "'Be Vietnam Pro', 'Be Vietnam Fallback', system-ui, sans-serif",
  primaryColor: 'leaf',
  primaryShade: 6,
  defaultRadius: rem(12),
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: rem(13), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(20) },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '1.3' },
      h2: { fontSize: rem(20), lineHeight: '1.35' },
      h3: { fontSize: rem(18), lineHeight: '1.4' },
    },
  },
  colors: {
    leaf: [
      '#eef8f1',
      '#d8efdf',
      '#b5e0c4',
      '#8fd1a6',
      '#5cb881',
      '#2f9e5f',
      '#1f7f4a',
      '#17653b',
      '#114d2d',
      '#0b3720',
    ],
    clay: [
      '#fdecea',
      '#fad3cf',
      '#f3aaa3',
      '#ea8479',
      '#dc6153',
      '#cb4a3d',
      '#b3382c',
      '#942c22',
      '#74221a',
      '#551811',
    ],
    dark: [
      '#e8efea',
      '#c9d4cc',
      '#a3b1a8',
      '#7c8b82',
      '#2d3a33',
      '#24302a',
      '#18211c',
      '#101713',
      '#0c120f',
      '#080c0a',
    ],
  },
  // Plain objects: `Button.extend` and the like would pull every component into the first load.
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: () => ({ root: { '--button-height': controlSize } }),
      // Large text wraps instead of being cut off, and marks below letters stay visible.
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)' },
        // A link does not centre what is lower than itself, as a button does; without the border.
        inner: { minHeight: 'calc(var(--button-height) - 0.125rem)' },
        label: { whiteSpace: 'normal', overflow: 'visible', lineHeight: 1.25 },
      },
    },
    ActionIcon: {
      defaultProps: { variant: 'default' },
      vars: () => ({ root: { '--ai-size': controlSize } }),
    },
    Input: {
      defaultProps: { size: 'md' },
      vars: () => ({
        wrapper: { '--input-height': controlSize, '--input-bd': 'var(--line-strong)' },
      }),
    },
    InputWrapper: {
      defaultProps: { size: 'md' },
      styles: { label: { marginBottom: rem(4) }, description: { marginBottom: rem(4) } },
    },
    PasswordInput: { vars: () => ({ root: { '--psi-button-size': controlSize } }) },
    Modal: {
      defaultProps: { centered: true, radius: rem(16) },
      styles: { title: { fontWeight: 700, fontSize: rem(20) } },
    },
    CloseButton: {
      // A function, because the language can change.
      defaultProps: () => ({ 'aria-label': t`Đóng` }),
      vars: () => ({ root: { '--cb-size': controlSize, '--cb-icon-size': rem(20) } }),
    },
  },
});

/** Maps Mantine's colours to our tokens, which handle light and dark themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
});

const tokens = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--leaf-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--clay-text)',
  '--mantine-color-anchor': 'var(--leaf-text)',
  '--mantine-color-leaf-light': 'var(--leaf-soft)',
  '--mantine-color-leaf-light-hover': 'var(--leaf-mist)',
  '--mantine-color-leaf-light-color': 'var(--leaf-text)',
};
