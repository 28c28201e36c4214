import type { ReactNode } from 'react'

/**
 * Sticks to the bottom on a phone: price on the left, main action on the right. From 700 px it is in the normal flow.
 */
export function ActionBar({ price, action }: { price: ReactNode; action: ReactNode }) {
  return (
    <div className="action-bar">
      <div className="min-w-0">{price}</div>
      <div className="shrink-0">{action}</div>
    </div>
  )
}
