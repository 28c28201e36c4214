import type { I18n } from '@lingui/core'
import { createContext } from 'react-router'
import { packsText } from '#domain/group-buys/packs/pack-texts.ts'
import { type amountText, weightTexts } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { translate } from '#web/languages/translate.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { moment } from '#web/ui/format.ts'
import { translateWeight } from '#web/weight-text.ts'

interface PackedBuy {
  id: string
  status: string
  product_name: string
  category: string
  unit: string
  kg_per_unit: number | null
  pack_size: number | null
  pack_unit: string | null
  current_quantity: number
  flexible_units: number
  max_quantity: number | null
  top_up_at: string | null
  end_date: string
}

export type Measures = Parameters<typeof amountText>[1]

/** "20 paint buckets, about 50 kg, about 66 dericas": what one pack holds. */
export function packContents(buy: PackedBuy, measures: Measures, i18n: I18n): string {
  const { product_name: name, category, unit, kg_per_unit, pack_size: quantity = 0 } = buy
  const amount = { name, category, unit, quantity: quantity ?? 0, kg_per_unit }
  return [countUnits(amount.quantity, unit), ...weightTexts(amount, measures)]
    .map((part) => translateWeight(i18n, part))
    .join(', ')
}

/** How full the packs are. */
export function packProgress(buy: PackedBuy, i18n: I18n): string {
  const { current_quantity: most, flexible_units: flexible, pack_size: packSize, pack_unit: packUnit, unit } = buy
  if (packSize === null || packUnit === null) return ''
  return translate(i18n, packsText({ sure: most - flexible, most }, { packSize, packUnit, unit }))
}

/** The quantity of "take up to" in a form that was refused, which a page without scripts shows again. */
export const typedUpToContext = createContext<string>('')

/** Beside the button: how full the packs are. */
export function PacksToJoin({ buy, i18n }: { buy: PackedBuy; i18n: I18n }) {
  const { pack_unit: pack } = buy
  if (pack === null) return null
  return (
    <div className="grid gap-2 border-t border-grain pt-3">
      <p className="font-semibold">{packProgress(buy, i18n)}</p>
      {buy.top_up_at !== null && (
        <p>
          {i18n.t('The window is over. Until {moment}, only what fills the last {pack} can be taken.', {
            moment: moment(buy.end_date),
            pack,
          })}
        </p>
      )}
    </div>
  )
}

interface TakeUpToProps {
  buy: PackedBuy
  /** The quantity above is then what is added. */
  hasJoined: boolean
  typed: string
  i18n: I18n
}

/** "Take up to", for those who join a buy of packs or take more of it; not in the top-up time. */
export function TakeUpTo({ buy, hasJoined, typed, i18n }: TakeUpToProps) {
  const { id, pack_unit: pack, top_up_at: toppedUp } = buy
  if (pack === null || toppedUp !== null) return null
  return (
    <div className="grid gap-1">
      <label htmlFor={`up-to-${id}`} className="field-label">
        {i18n.t('Take up to')} <span className="font-normal text-soft">{i18n.t('(optional)')}</span>
      </label>
      {/* Belongs to the form of the button, which needs no script for it. */}
      <input
        id={`up-to-${id}`}
        form={`join-${id}`}
        name="up_to"
        type="number"
        inputMode="numeric"
        min={1}
        max={hasJoined ? undefined : (buy.max_quantity ?? undefined)}
        defaultValue={typed}
        aria-describedby={`up-to-hint-${id}`}
        className="control max-w-48"
      />
      <p id={`up-to-hint-${id}`} className="text-14 text-soft">
        {hasJoined
          ? i18n.t(
              'If you would add more to fill a {pack}, say how many you would add at most. You pay for all of them; what you do not get comes back with its fee.',
              { pack },
            )
          : i18n.t(
              'If you would take more to fill a {pack}, say how many in total. You pay for all of them; what you do not get comes back with its fee.',
              { pack },
            )}
      </p>
    </div>
  )
}

/** The rules of packs, below the dates. */
export function PackRules({ buy, i18n }: { buy: PackedBuy; i18n: I18n }) {
  const { pack_unit: pack } = buy
  if (pack === null) return null
  const [topUp, answer] = [clocks.topUpMs / HOUR_MS, clocks.partPackWithinMs / HOUR_MS]
  return (
    <Disclosure title={i18n.t('What if the last {pack} is not full?', { pack })}>
      <p>
        {i18n.t(
          'First it is filled with what people would take beyond what they want, one by one in turn. If that is not enough when the group buy closes, it stays open {hours} hours more for what is missing.',
          { hours: topUp },
        )}
      </p>
      <p>
        {i18n.t(
          'If it is still not full, the vendor has {hours} hours to agree to bring a part of it. Otherwise that {pack} is not brought: each buyer gets a little less, the last ones to pay perhaps nothing, and what that costs comes back with its fee.',
          { hours: answer, pack },
        )}
      </p>
    </Disclosure>
  )
}
