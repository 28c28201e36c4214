import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  /** `section` needs a heading inside; `div` is only a surface. */
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  /** No padding: for a table or a list with its own. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A surface with a thin border. Never inside another card. */
export function Card({ as: Tag = 'div', flush, className, children }: CardProps) {
  return (
    <Tag className={cx('rounded-card border border-grain bg-card', !flush && 'p-4 md:p-5', className)}>{children}</Tag>
  )
}
