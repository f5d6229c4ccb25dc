import { AtRule, type Declaration, type Plugin } from 'postcss';

/** Gives each length in dvh, which Chrome knows from 108, a fallback in vh. */
export function viewportFallback(): Plugin {
  return {
    postcssPlugin: 'lop-xanh:viewport-fallback',
    OnceExit(root) {
      const declarations: Declaration[] = [];
      root.walkDecls((declaration) => void declarations.push(declaration));
      for (const declaration of declarations) {
        const value = declaration.value.replace(/(?<=\d)dvh\b/g, 'vh');
        if (value === declaration.value) continue;
        if (declaration.variable) setWhereSupported(declaration);
        declaration.cloneBefore({ value });
        if (declaration.variable) declaration.remove();
      }
    },
  };
}

/** A browser does not look into a variable, so it cannot fall back to an earlier one by itself. */
function setWhereSupported(variable: Declaration): void {
  const rule = variable.parent?.clone({ nodes: [variable.clone()] });
  const supports = new AtRule({ name: 'supports', params: '(height: 1dvh)' });
  if (rule) variable.parent?.after(supports.append(rule));
}
