import type { OrderStage } from '#domain/orders/shop/stages.ts'
import { day, moment } from '#web/ui/format.ts'
import type { BoardOrder } from './board-queries.ts'

type CutOff = Pick<BoardOrder, 'dueAt' | 'dueDay'> & { order: { status: string; kind: 'group_buy' | 'bulk' } }

/** The next cut-off of an order on the board, in a few words. */
export function cutOffText(stage: OrderStage, { dueAt, dueDay, order }: CutOff): string {
  if (stage === 'unpaid') return dueAt ? `To be paid by ${moment(dueAt)}` : 'To be paid once the group buy closes'
  if (stage === 'to-pack') {
    const until = dueDay ? `Pack by ${day(dueDay)}` : 'The sharing day is not set'
    return order.status === 'paid' && order.kind === 'group_buy' ? `${until}; the price is not final yet` : until
  }
  if (stage === 'ready') {
    if (dueAt) return `Kept for the buyer until ${moment(dueAt)}`
    return dueDay ? `Sharing day ${day(dueDay)}` : 'Waits for the buyer'
  }
  return dueAt ? `Claims until ${moment(dueAt)}` : 'A claim is being decided'
}
