import { languages } from '@lop-xanh/contract/rules/languages';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { LoginPage } from '../features/auth/login-page.tsx';
import { showLanguage } from '../language/language.ts';
import { paths } from '../lib/paths.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { Splash } from './splash.tsx';

export interface PrerenderedPage {
  name: 'login' | 'home' | 'page' | 'splash';
  language: string;
  html: string;
}

/** What `public/first-page.js` shows before the app has loaded, in each language. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const language of languages) {
    await showLanguage(language);
    // As `visitor.tsx` shows it, because React takes over these elements.
    const login = renderToString(
      <Suspense>
        <LoginPage />
      </Suspense>,
    );
    pages.push({ name: 'login', language, html: removeTitle(login) });
    const home = renderToString(<ShellSkeleton pathname={paths.home} />);
    const page = renderToString(<ShellSkeleton pathname={paths.lessons} />);
    pages.push({ name: 'home', language, html: home }, { name: 'page', language, html: page });
    pages.push({ name: 'splash', language, html: renderToString(<Splash />) });
  }
  return pages;
}

/** It belongs to the head, where React adds it. */
function removeTitle(html: string): string {
  return html.replace(/<title>.*?<\/title>/, '');
}
