import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type NodePath, parseSync, traverse, types } from '@babel/core';
import { parse } from 'postcss';
import { expect, test } from 'vitest';
import { listSourceFiles, webRoot } from '../language/source-files.ts';

// TypeScript gives every name of a CSS module the type string, so a wrong name is not a type error.
test('the code uses exactly the classes of each stylesheet', () => {
  const used = listSourceFiles().flatMap((path) =>
    listClassUses(readFileSync(path, 'utf8')).map(
      ({ stylesheet, name }) => `${join(dirname(path), stylesheet)} .${name}`,
    ),
  );
  const defined = listStylesheets().flatMap((path) =>
    listClasses(readFileSync(path, 'utf8')).map((name) => `${path} .${name}`),
  );
  expect(defined.length).toBeGreaterThan(0);
  expect([...new Set(used)].toSorted()).toEqual(defined.toSorted());
});

test('every use of a CSS module is found, and the classes of nested rules', () => {
  const code = `
    import styles from './example.module.css';
    const A = ({ styles: other }) => <p className={styles.title ?? other.body} {...styles[other]} />;
  `;
  expect(listClassUses(code).map(({ name }) => name)).toEqual(['title', 'styles[other]']);
  const css = '.title { margin: 0.5rem; &.wide, & > .icon:not(.small) { color: red; } }';
  expect(listClasses(css)).toEqual(['icon', 'small', 'title', 'wide']);
});

function listStylesheets(): string[] {
  return readdirSync(join(webRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => join(webRoot, 'src', name));
}

interface ClassUse {
  stylesheet: string;
  name: string;
}

function listClassUses(code: string): ClassUse[] {
  const uses: ClassUse[] = [];
  if (!code.includes('.module.css')) return uses;
  const ast = parseSync(code, {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
  });
  types.assertFile(ast);
  traverse(ast, {
    ImportDeclaration({ node, scope }) {
      const stylesheet = node.source.value;
      if (!stylesheet.endsWith('.module.css')) return;
      const references = node.specifiers.flatMap(
        ({ local }) => scope.getBinding(local.name)?.referencePaths ?? [],
      );
      for (const reference of references) uses.push({ stylesheet, name: readClass(reference) });
    },
  });
  return uses;
}

/** The name of the class; code such as `styles[kind]`, which cannot be checked, is returned as it is. */
function readClass({ parent, parentPath }: NodePath): string {
  const isNamed = types.isMemberExpression(parent, { computed: false });
  return isNamed && types.isIdentifier(parent.property) ? parent.property.name : String(parentPath);
}

function listClasses(css: string): string[] {
  const names = new Set<string>();
  parse(css).walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/gi)) names.add(name);
  });
  return [...names].toSorted();
}
