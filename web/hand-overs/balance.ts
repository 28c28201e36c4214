import type { Kept } from './holding-queries.ts'

interface BalanceRow {
  key: string
  text: string
  at: string | null
  /** In is positive, out is negative. */
  quantity: number
  isLeft: boolean
}

/** What came in of a line, each part that went out, and what is left; what was given back on the way is told as such. */
export function balanceOf(order: Kept, line: Kept['lines'][number]): BalanceRow[] {
  const out = order.hand_overs
    .filter(({ status, done_at }) => status === 'done' && done_at !== null)
    .sort((a, b) => (a.done_at ?? '').localeCompare(b.done_at ?? ''))
    .flatMap((handOver): BalanceRow[] => {
      const quantity = handOver.lines.find(({ line_id }) => line_id === line.id)?.quantity ?? 0
      if (quantity === 0) return []
      return [{ key: handOver.id, text: wayOf(handOver), at: handOver.done_at, quantity: -quantity, isLeft: false }]
    })
  const counted = line.quantity + out.reduce((all, { quantity }) => all + quantity, 0)
  const left = order.status === 'ready' ? Math.min(counted, order.left[line.id] ?? 0) : 0
  const back = counted - left
  return [
    { key: 'in', text: 'Came in', at: order.ready_at, quantity: line.quantity, isLeft: false },
    ...out,
    ...(back > 0
      ? [{ key: 'back', text: 'Given back to you in money', at: null, quantity: -back, isLeft: false }]
      : []),
    {
      key: 'left',
      text: order.fulfilment === 'delivery' ? 'To be brought' : 'Left',
      at: null,
      quantity: left,
      isLeft: true,
    },
  ]
}

function wayOf({ kind, proof, taken_by }: Kept['hand_overs'][number]): string {
  if (proof === 'decision') return 'Went another way, as decided'
  if (kind === 'delivery') return 'Brought to your door'
  return taken_by ? `Collected by ${taken_by}` : 'Collected'
}
