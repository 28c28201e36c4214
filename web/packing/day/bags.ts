import { isOpen, isPacked } from '../packing-texts.ts'
import type { PackingLine } from '../rows.ts'

/** Everything that one person collects at one place, or gets at the door: one bag, one label, one code. */
export interface Bag {
  /** Number of the person's first order. It opens the hand-over of all of them. */
  orderNo: number
  orderNos: number[]
  buyer: string
  lines: PackingLine[]
  /** Orders whose lines can be ticked, or whose ticks can be taken back. */
  openOrderIds: string[]
  isPacked: boolean
}

/** Groups lines by person and place, in their order. Each delivery is a bag of its own: it has its own code at the door. */
export function bagsOf(lines: readonly PackingLine[]): Bag[] {
  const bags = new Map<string, PackingLine[]>()
  for (const line of lines) {
    const where = line.fulfilment === 'delivery' ? line.order_id : (line.pickup_point_id ?? line.vendor_id)
    const key = `${line.buyer_id} ${line.fulfilment} ${where}`
    bags.set(key, [...(bags.get(key) ?? []), line])
  }
  return [...bags.values()].map((all) => {
    const orderNos = [...new Set(all.map(({ order_no: number }) => number))].sort((a, b) => a - b)
    return {
      orderNo: orderNos[0] ?? 0,
      orderNos,
      buyer: all[0]?.buyer_name || 'No name',
      lines: all,
      openOrderIds: [...new Set(all.filter(isOpen).map(({ order_id: id }) => id))],
      isPacked: all.every(isPacked),
    }
  })
}
