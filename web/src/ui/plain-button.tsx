import type { ComponentProps, ReactNode } from 'react';
import { Link } from '../lib/routing/link.tsx';
import classes from './plain-button.module.css';

interface Look {
  variant?: 'filled' | 'light' | 'default' | 'subtle';
  icon?: ReactNode;
}

interface Loading {
  isLoading?: boolean;
}

/** Mantine's buttons without Mantine, whose components the first page does not wait for. */
export function PlainButton({
  variant = 'filled',
  icon,
  children,
  ...props
}: Look & Loading & ComponentProps<'button'>) {
  return (
    <BaseButton {...props} data-variant={variant} data-with-icon={icon ? true : undefined}>
      {icon}
      {children !== undefined && <span>{children}</span>}
    </BaseButton>
  );
}

export function PlainButtonLink({
  variant = 'filled',
  icon,
  children,
  ...props
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...props} className={classes.button} data-variant={variant} data-with-icon>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

/** Its `aria-label` names what the icon stands for. */
export function PlainIconButton({
  variant = 'default',
  ...props
}: Pick<Look, 'variant'> & Loading & ComponentProps<'button'>) {
  return <BaseButton {...props} data-variant={variant} data-is-square />;
}

export function PlainIconLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={classes.button} data-variant="default" data-is-square />;
}

function BaseButton({
  isLoading = false,
  disabled = false,
  className = '',
  ...props
}: Loading & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={`${classes.button} ${className}`}
      data-loading={isLoading || undefined}
      disabled={isLoading || disabled}
    />
  );
}
