import { type FailReason, failReasons } from '#domain/delivery-runs/failed-delivery.ts'
import { kgText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { clockTime, moment } from '#web/ui/format.ts'
import type { DeliverableOrder, DeliveryRun, Stop } from './queries.ts'

export const windowText = ({
  window_from: from,
  window_until: until,
}: Pick<DeliveryRun, 'window_from' | 'window_until'>) => `${moment(from)} to ${clockTime(until)}`

/** "2 bags, Ofada rice; 1 basket, Tomatoes, about 120 kg" */
export function goodsText({ lines, kg }: Pick<DeliverableOrder, 'lines' | 'kg'>): string {
  const goods = lines
    .map(
      ({ quantity, unit, name, weigh }) => `${countUnits(quantity, unit)}, ${name}${weigh ? ' (not weighed yet)' : ''}`,
    )
    .join('; ')
  return kg ? `${goods}, about ${kgText(kg)}` : goods
}

export const runStates: Record<DeliveryRun['status'], { label: string; tone: BadgeTone }> = {
  planned: { label: 'Planned', tone: 'plain' },
  out: { label: 'On the way', tone: 'warm' },
  ended: { label: 'Over', tone: 'good' },
}

export function stopState({ status, reason }: Stop): { label: string; tone: BadgeTone } {
  if (status === 'delivered') return { label: 'Delivered', tone: 'good' }
  if (status === 'failed')
    return { label: failReasons[reason as FailReason]?.choice ?? 'Not delivered', tone: 'urgent' }
  return status === 'open' ? { label: 'To go', tone: 'plain' } : { label: 'Taken out', tone: 'plain' }
}
