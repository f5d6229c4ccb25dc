import type { Plugin } from 'postcss';

/** Precedes each length in dvh, which Chrome knows from 108, by the same in vh. */
export function viewportFallback(): Plugin {
  return {
    postcssPlugin: 'lop-xanh:viewport-fallback',
    OnceExit(root) {
      root.walkDecls((declaration) => {
        const value = declaration.value.replace(/(?<=\d)dvh\b/g, 'vh');
        if (value !== declaration.value) declaration.cloneBefore({ value });
      });
    },
  };
}
