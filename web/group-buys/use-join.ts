import { useLingui } from '@lingui/react'
import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { LIVE_ORDER_STATES } from '#domain/orders/states.ts'
import type { Refusal, RefusalCode } from '#domain/refusal.ts'
import { type JoinOutcome, readQuantity } from './join.ts'
import { quantityFault, quantityLimits, takeable } from './quantity-limits.ts'
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
  const { i18n } = useLingui()
  const fetcher = useFetcher<JoinOutcome>()
  const [fault, setFault] = useState<Refusal | null>(null)
  const mine = parts.filter(({ status }) => LIVE.has(status)).reduce((sum, { quantity }) => sum + quantity, 0)
  const limits = quantityLimits(buy, mine)
  const given = fetcher.data ?? answered
  const outcome = given?.buyId === buy.id ? given : null
  const typed = outcome && !outcome.joined && outcome.quantity > 0 ? outcome.quantity : limits.initial
  // What was chosen holds until the next answer: after a join the field starts again at the smallest step.
  const [chosen, setChosen] = useState<{ quantity: number; before: JoinOutcome | null } | null>(null)
  const quantity = chosen && chosen.before === outcome ? chosen.quantity : typed
  const refusalCode = fault?.code ?? (outcome && !outcome.joined ? outcome.code : null)
  return {
    fetcher,
    formId: `join-${buy.id}`,
    limits,
    /** Units the person already has in this buy. */
    mine,
    quantity,
    /** Whether it can be asked for as it stands. */
    fits: quantityFault(buy, { quantity, mine, now }) === null,
    choose(wanted: number) {
      setChosen({ quantity: wanted, before: outcome })
      setFault(null)
    },
    /** Refuses before any call what the server would refuse. Reads the form, where a quantity may stand that was typed before scripts ran. */
    check(event: FormEvent<HTMLFormElement>) {
      const wanted = readQuantity(new FormData(event.currentTarget))
      const refused = quantityFault(buy, { quantity: wanted, mine, now })
      setFault(refused)
      if (!refused) return
      setChosen({ quantity: wanted, before: outcome })
      event.preventDefault()
    },
    busy: fetcher.state !== 'idle',
    joined: fault ? null : (outcome?.joined ?? null),
    refusal: fault?.message ?? (outcome && !outcome.joined ? outcome.text : null),
    /** What may be typed instead of what was refused. */
    hint: OF_QUANTITY.has(refusalCode) ? takeable(buy, { mine, i18n }) : null,
  }
}

const LIVE = new Set<string>(LIVE_ORDER_STATES)

/** After these the person reads what may be typed instead. */
const OF_QUANTITY = new Set<RefusalCode | null>([
  'quantity_exceeds_spots',
  'quantity_above_maximum',
  'quantity_below_minimum',
  'quantity_not_whole',
])
