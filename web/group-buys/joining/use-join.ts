import { useLingui } from '@lingui/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { RefusalCode } from '#domain/all-refusals.ts'
import { REFUSED } from '#domain/group-buys/participants/join-path.ts'
import { isLiveOrder } from '#domain/orders/states.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { OwnPart } from '../queries.ts'
import { IS_STALE, type JoinOutcome, readQuantity } from './join.ts'
import { allowedQuantityText, quantityFault, quantityLimits } from './quantity-limits.ts'

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

interface JoinOptions {
  buy: JoinableBuy
  /** The user's orders in this buy. */
  parts: readonly OwnPart[]
  /** The page's own action data, without scripts. */
  actionResult: JoinOutcome | null
  /** The join that the page's address asks for. */
  wanted?: { quantity: number; refusal: TranslatableText | null } | null
  /** The server's time of the response. */
  now: string
}

/** State of one Join form: quantity, progress and result. */
export function useJoin({ buy, parts, actionResult, wanted = null, now }: JoinOptions) {
  const { i18n } = useLingui()
  const fetcher = useFetcher<JoinOutcome>()
  const [fault, setFault] = useState<Refusal | null>(null)
  const ownUnits = parts.filter(({ status }) => isLiveOrder(status)).reduce((sum, { quantity }) => sum + quantity, 0)
  const limits = quantityLimits(buy, ownUnits)
  const currentResult = fetcher.data ?? actionResult
  const outcome = currentResult?.buyId === buy.id ? currentResult : null
  const asked = outcome ? (outcome.joined ? 0 : outcome.quantity) : (wanted?.quantity ?? 0)
  const typed = asked > 0 ? asked : limits.initial
  // The refusal stays on the page, not in an address that people reload and send on. The router keeps it, so that
  // another read of the page still shows it.
  const isRefusedByAddress = !!wanted?.refusal
  useEffect(() => {
    if (!isRefusedByAddress) return
    const address = new URL(location.href)
    address.searchParams.delete(REFUSED)
    history.replaceState(history.state, '', address)
  }, [isRefusedByAddress])
  // The chosen quantity is retained until the next response: after a join the field restarts at the smallest step.
  const [chosen, setChosen] = useState<{ quantity: number; before: JoinOutcome | null } | null>(null)
  const quantity = chosen && chosen.before === outcome ? chosen.quantity : typed
  const refusalCode = fault?.code ?? (outcome && !outcome.joined ? outcome.code : null)
  return {
    fetcher,
    formId: `join-${buy.id}`,
    limits,
    /** Units the user already has in this buy. */
    mine: ownUnits,
    /** The order that joining again adds to, and that is to be paid next. */
    unpaid: parts.find(({ status }) => status === 'pending') ?? null,
    /** The refusal says that the viewer has another quantity than their page showed. */
    isStale: refusalCode === IS_STALE || (ownUnits > 0 && !outcome && !!wanted?.refusal),
    quantity,
    /** Whether the typed quantity is valid. */
    fits: quantityFault(buy, { quantity, mine: ownUnits, now }) === null,
    choose(quantityTyped: number) {
      setChosen({ quantity: quantityTyped, before: outcome })
      setFault(null)
    },
    /** Validates before submitting. Reads the form, because the quantity may have been typed before hydration. */
    check(event: FormEvent<HTMLFormElement>) {
      const quantityTyped = readQuantity(new FormData(event.currentTarget))
      const refused = quantityFault(buy, { quantity: quantityTyped, mine: ownUnits, now })
      setFault(refused)
      if (!refused) return
      setChosen({ quantity: quantityTyped, before: outcome })
      event.preventDefault()
    },
    /** The state that the next press confirms (`JoinOutcome`); null for none. */
    confirms: outcome && !outcome.joined ? (outcome.confirms ?? null) : null,
    busy: fetcher.state !== 'idle',
    joined: fault ? null : (outcome?.joined ?? null),
    refusal: fault?.message ?? (outcome ? outcome.text : (wanted?.refusal ?? null)),
    /** The permitted quantities, after a rejection. */
    hint: QUANTITY_REFUSALS.has(refusalCode) ? allowedQuantityText(buy, { mine: ownUnits, i18n }) : null,
  }
}

/** After these refusals the permitted quantities are shown. */
const QUANTITY_REFUSALS = new Set<RefusalCode | null>([
  'quantity_exceeds_spots',
  'quantity_above_maximum',
  'quantity_below_minimum',
  'quantity_not_whole',
])
