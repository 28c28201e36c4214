import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  /** `section` needs a heading inside; `div` is only a surface. */
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  /** No padding: for a table or a list with its own. */
  flush?: boolean
  className?: string
  /** For a link that skips to the surface. */
  id?: string
  tabIndex?: number
  children: ReactNode
}

/** A surface with a thin border. Never inside another card. */
export function Card({ as: Tag = 'div', flush, className, children, ...target }: CardProps) {
  return (
    <Tag {...target} className={cx('rounded-card border border-grain bg-card', !flush && 'p-4 md:p-5', className)}>
      {children}
    </Tag>
  )
}
