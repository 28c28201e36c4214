import { isSteep, steepQuestion } from '#domain/group-buys/steep-price.ts'
import { nairaToKobo, parseNaira } from '#domain/money.ts'
import type { Errors } from '#domain/validation.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface Asked {
  /** Naira of the price that the new one is measured against. */
  from: string | number
  /** Naira of the new one; null where there is none. */
  to: string | number | null
  unit: string
  /** What was typed in answer. */
  typed: string | undefined
}

/** The question about a price far below the one before it, unless it was typed once more. */
export function askAboutSteepPrice({ from, to, unit, typed }: Asked): Errors | null {
  if (to === null) return null
  const [fromKobo, toKobo] = [nairaToKobo(from), nairaToKobo(to)]
  if (!isSteep(fromKobo, toKobo) || parseNaira(typed ?? '') === toKobo) return null
  return { steep_price: steepQuestion(fromKobo, toKobo, unit) }
}

/** Shown once a price was asked about. Works without scripts: it is a field of the form that comes back. */
export function SteepPriceField({ question, typed }: { question: string | undefined; typed: string }) {
  if (!question) return null
  return (
    <TextField
      label="The lower price, once more"
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
