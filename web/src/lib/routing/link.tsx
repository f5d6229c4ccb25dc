import type { ComponentProps, MouseEvent } from 'react';
import { getHistory, type NavigateOptions, type To } from './browser-history.ts';
import { useLocation } from './location.ts';
import { navigate } from './navigate.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: To;
}

/** A link to another page of the app, which opens without loading the app again. */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  onClick,
  children,
  ...props
}: Props) {
  const history = getHistory();
  const href = history.createHref(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || event.button !== 0 || !isPlain || props.target) return;
    event.preventDefault();
    // A link to the page itself adds nothing to the history.
    const isSame = href === history.createHref(history.location);
    navigate(href, { replace: replace ?? isSame, state, preventScrollReset });
  };
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** An entry of a menu, marked while its page, or one below it, is shown. */
export function NavLink({ to, end = false, ...props }: Props & { to: string; end?: boolean }) {
  const { pathname } = useLocation();
  const isShown = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...props} to={to} aria-current={isShown ? 'page' : undefined} />;
}
