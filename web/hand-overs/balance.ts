import type { I18n } from '@lingui/core'
import type { StoredOrder } from './holding-queries.ts'

interface BalanceRow {
  key: string
  text: string
  at: string | null
  /** Positive in, negative out. */
  quantity: number
  isLeft: boolean
}

/**
 * Movements of one line: what came in, each part that went out, and what is left. Partial refunds are marked as such.
 */
export function lineBalance(i18n: I18n, order: StoredOrder, line: StoredOrder['lines'][number]): BalanceRow[] {
  const out = order.hand_overs
    .filter(({ status, done_at }) => status === 'done' && done_at !== null)
    .sort((a, b) => (a.done_at ?? '').localeCompare(b.done_at ?? ''))
    .flatMap((handOver): BalanceRow[] => {
      const quantity = handOver.lines.find(({ line_id }) => line_id === line.id)?.quantity ?? 0
      if (quantity === 0) return []
      return [
        {
          key: handOver.id,
          text: handOverText(i18n, handOver),
          at: handOver.done_at,
          quantity: -quantity,
          isLeft: false,
        },
      ]
    })
  const counted = line.quantity + out.reduce((all, { quantity }) => all + quantity, 0)
  const left = order.status === 'ready' ? Math.min(counted, order.left[line.id] ?? 0) : 0
  const back = counted - left
  return [
    { key: 'in', text: i18n.t('Came in'), at: order.ready_at, quantity: line.quantity, isLeft: false },
    ...out,
    ...(back > 0
      ? [{ key: 'back', text: i18n.t('Given back to you in money'), at: null, quantity: -back, isLeft: false }]
      : []),
    {
      key: 'left',
      text: order.fulfilment === 'delivery' ? i18n.t('Still to be delivered') : i18n.t('Left'),
      at: null,
      quantity: left,
      isLeft: true,
    },
  ]
}

function handOverText(i18n: I18n, { kind, proof, taken_by }: StoredOrder['hand_overs'][number]): string {
  if (proof === 'decision') return i18n.t('Taken out, as decided')
  if (kind === 'delivery') return i18n.t('Delivered to your door')
  return taken_by ? i18n.t('Collected by {name}', { name: taken_by }) : i18n.t('Collected')
}
