import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

interface ButtonLook {
  /** One primary button per page. `danger` is for irreversible actions. */
  tone?: ButtonTone
  size?: ButtonSize
  /** As wide as its container. */
  wide?: boolean
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** A request is pending: the button is disabled and shows `busyLabel`. */
  busy?: boolean
  busyLabel?: string
}

/** For actions. Submits its form unless `type="button"`. */
export function Button({ tone, size, wide, busy, busyLabel, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ tone, size, wide }), className)}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** A link that looks like a button, for navigation. */
export function LinkButton({ tone, size, wide, className, ...rest }: LinkProps & ButtonLook & { children: ReactNode }) {
  return <Link {...rest} className={cx(buttonClass({ tone, size, wide }), className)} />
}

/** For an `<a>` or a `<summary>` that must look like a button. */
export function buttonClass({
  tone = 'primary',
  size = 'medium',
  wide,
}: { [Key in keyof ButtonLook]: ButtonLook[Key] | undefined }): string {
  return cx('button', `button-${tone}`, `button-${size}`, wide && 'w-full')
}
