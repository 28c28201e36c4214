import { useState } from 'react'
import { useFetcher } from 'react-router'
import { joinFault } from '#domain/group-buys/joining.ts'
import { quantityField } from '#domain/group-buys/progress.ts'
import { LIVE_ORDER_STATES } from '#domain/orders/states.ts'
import type { JoinOutcome } from './join.ts'
import type { OwnPart } from './queries.ts'

interface JoinableBuy {
  id: string
  status: string
  unit: string
  product_name: string
  min_quantity: number
  max_quantity: number | null
  target_quantity: number
  current_quantity: number
  end_date: string
}

export type Joining = ReturnType<typeof useJoin>

interface JoinGiven {
  buy: JoinableBuy
  /** The person's orders in this buy. */
  parts: readonly OwnPart[]
  /** The page's own result, without scripts. */
  answered: JoinOutcome | null
  /** The server's time when it answered. */
  now: string
}

/** The state of one Join: quantity, progress and result. */
export function useJoin({ buy, parts, answered, now }: JoinGiven) {
  const fetcher = useFetcher<JoinOutcome>()
  const [fault, setFault] = useState<string | null>(null)
  const mine = parts.filter(({ status }) => LIVE.has(status)).reduce((sum, { quantity }) => sum + quantity, 0)
  const limits = quantityLimits(buy, mine)
  const given = fetcher.data ?? answered
  const outcome = given?.buyId === buy.id ? given : null
  const typed = outcome && !outcome.joined && outcome.quantity > 0 ? outcome.quantity : limits.initial
  const [chosen, setChosen] = useState<number | null>(null)
  const quantity = chosen ?? typed
  return {
    fetcher,
    formId: `join-${buy.id}`,
    limits,
    /** Units the person already has in this buy. */
    mine,
    quantity,
    choose(wanted: number) {
      setChosen(wanted)
      setFault(null)
    },
    /** The specification's checks before any call; the server makes them again. */
    check(event: { preventDefault: () => void }) {
      const refused = joinFault(
        {
          status: buy.status,
          endDate: new Date(buy.end_date),
          currentQuantity: buy.current_quantity,
          targetQuantity: buy.target_quantity,
        },
        quantity,
        new Date(now),
      )
      setFault(refused?.message ?? null)
      if (refused) event.preventDefault()
    },
    busy: fetcher.state !== 'idle',
    joined: fault ? null : (outcome?.joined ?? null),
    refusal: fault ?? (outcome && !outcome.joined ? outcome.text : null),
  }
}

const LIVE = new Set<string>(LIVE_ORDER_STATES)

/** The product's limits apply to a person's total: somebody with units already may add from 1 up to the rest of the maximum. */
export function quantityLimits(buy: Pick<JoinableBuy, 'min_quantity' | 'max_quantity'>, mine: number) {
  const whole = quantityField({ minQuantity: buy.min_quantity, maxQuantity: buy.max_quantity })
  if (mine === 0) return whole
  const min = Math.max(1, whole.min - mine)
  return { min, max: whole.max === null ? null : Math.max(0, whole.max - mine), initial: min }
}
