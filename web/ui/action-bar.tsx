import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * Sticks to the bottom on a phone: price on the left, main action on the right, or the action alone. A long action, as in
 * Hausa, goes below the price. From 700 px the bar is in the normal flow.
 */
export function ActionBar({ price, action }: { price?: ReactNode; action: ReactNode }) {
  return (
    <div className="action-bar">
      {price && <div className="min-w-0 flex-[1_1_9rem]">{price}</div>}
      <div className={cx(price ? 'max-w-full' : 'flex-1')}>{action}</div>
    </div>
  )
}
