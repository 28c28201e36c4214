import { useState } from 'react'
import { MAX_TIERS } from '#domain/group-buys/price/tier-rules.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { faultId } from '#web/forms/outcome.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError, markFault } from '#web/ui/controls/field.tsx'
import { naira } from '#web/ui/format.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import type { TierRow } from './buy-values.ts'

interface TierFieldsProps {
  rows: readonly TierRow[]
  error: TranslatableText | undefined
  /** Naira per unit; null until a product is selected. */
  basePrice: number | null
}

const SHOWN_FIRST = 3

/** Pairs of participants and price. Without scripts all ten are shown; with scripts a button adds one at a time. */
export function TierFields({ rows, error, basePrice }: TierFieldsProps) {
  const [shown, setShown] = useState(Math.max(SHOWN_FIRST, rows.length))
  const hydrated = useHydrated()
  const open = hydrated ? shown : MAX_TIERS
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? 'tiers-error' : 'tiers-hint'}>
      <legend className="field-label">
        Price tiers <span className="font-normal text-soft">(optional)</span>
      </legend>
      <p id="tiers-hint" className="text-14 text-soft">
        From this many people, everyone pays this price per unit. The numbers of people must rise and the prices fall
        {basePrice === null ? '' : `, all below the base price of ${naira(basePrice)}`}. Empty rows are ignored.
      </p>
      <div className="grid gap-2">
        {Array.from({ length: open }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position.
          <div key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-3 md:max-w-[480px]">
            <label className="grid gap-1">
              <span className={row === 0 ? 'text-14 text-soft' : 'sr-only'}>
                People{row === 0 ? '' : ` of tier ${row + 1}`}
              </span>
              <input
                id={row === 0 ? faultId('price_tiers') : undefined}
                name="tier_participants"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={rows[row]?.participants ?? ''}
                {...markFault(error)}
                className="control text-right tabular-nums"
              />
            </label>
            <label className="grid gap-1">
              <span className={row === 0 ? 'text-14 text-soft' : 'sr-only'}>
                Price in naira{row === 0 ? '' : ` of tier ${row + 1}`}
              </span>
              <span className="relative">
                <span aria-hidden className="absolute inset-y-0 left-3 flex items-center text-soft">
                  ₦
                </span>
                <input
                  name="tier_price"
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={rows[row]?.price ?? ''}
                  {...markFault(error)}
                  className="control pl-8 text-right tabular-nums"
                />
              </span>
            </label>
          </div>
        ))}
      </div>
      <FieldError id="tiers-error" error={error} />
      {hydrated && shown < MAX_TIERS && (
        <div>
          <Button type="button" tone="quiet" size="small" onClick={() => setShown(shown + 1)}>
            Add a tier
          </Button>
        </div>
      )}
    </fieldset>
  )
}
