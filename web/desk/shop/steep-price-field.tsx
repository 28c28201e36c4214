import type { Errors } from '#domain/forms/validation.ts'
import { isSteep, steepQuestion } from '#domain/group-buys/price/steep-price.ts'
import { nairaToKobo, parseNaira } from '#domain/money.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface SteepPriceCheck {
  /** The previous price, in naira. */
  from: string | number
  /** The new price, in naira; null if there is none. */
  to: string | number | null
  unit: string
  /** The confirmation that was typed. */
  typed: string | undefined
}

/** The error that asks for confirmation of a price far below the previous one; null if confirmed by typing it again. */
export function confirmSteepPrice({ from, to, unit, typed }: SteepPriceCheck): Errors | null {
  if (to === null) return null
  const [fromKobo, toKobo] = [nairaToKobo(from), nairaToKobo(to)]
  if (!isSteep(fromKobo, toKobo) || parseNaira(typed ?? '') === toKobo) return null
  return { steep_price: steepQuestion(fromKobo, toKobo, unit) }
}

/** The field for confirming the price, shown on request. Works without scripts, as part of the rejected form. */
export function SteepPriceField({ question, typed }: { question: TranslatableText | undefined; typed: string }) {
  if (!question) return null
  return (
    <TextField
      label="The lower price, once more"
      id="field-steep_price"
      name="steep_price"
      inputMode="decimal"
      autoComplete="off"
      required={false}
      defaultValue={typed}
      error={question}
      className="max-w-80"
    />
  )
}
