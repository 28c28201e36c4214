import { useEffect, useState } from 'react'
import { readTypedOptions } from '#domain/deals/typed-options.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { parseNaira } from '#domain/money.ts'
import { useShell } from '#web/shell.ts'
import { FeaturedDeal } from '../featured-deal.tsx'
import type { DealPreviewTarget } from './queries.ts'

const NOTHING: DealPreviewTarget = { product: null, group_buy: null }

interface DealPreviewProps {
  id: string
  typed: FormValues
  /** The target that the deal had when the page was loaded. */
  known: { opens: string; target: DealPreviewTarget }
}

/** The deal's card as the home page shows it. */
export function DealPreview({ id, typed, known }: DealPreviewProps) {
  const target = useTarget(typed.opens ?? '', known)
  const { now } = useShell()
  // The checks of the form are left to the server: in a browser's script they would be shared with shoppers.
  const priceKobo = parseNaira(typed.base_price ?? '')
  return (
    <ul className="deal-grid" aria-label="The deal’s card">
      <li>
        <FeaturedDeal
          deal={{
            id,
            name: typed.name?.trim() || 'Your name',
            base_price: Number(priceKobo ?? 0n) / 100,
            unit: typed.unit?.trim() || 'unit',
            options: JSON.stringify(readTypedOptions(typed.options ?? '')),
            image_url: typed.image_url || null,
            product_id: null,
            group_buy_id: null,
            ...target,
          }}
          now={now}
          mayEdit={false}
        />
      </li>
    </ul>
  )
}

/** The chosen target's row; nothing while it is read. */
function useTarget(opens: string, known: DealPreviewProps['known']): DealPreviewTarget {
  const [read, setRead] = useState(known)
  useEffect(() => {
    if (opens === known.opens) return
    const stop = new AbortController()
    fetch(`/content/deals/target?${new URLSearchParams({ opens })}`, { signal: stop.signal })
      .then(async (response) => {
        if (response.ok) setRead({ opens, target: (await response.json()) as DealPreviewTarget })
      })
      // The preview of a target that cannot be read is the card without one; saving says what is wrong.
      .catch(() => {})
    return () => stop.abort()
  }, [opens, known.opens])
  return [known, read].find((one) => one.opens === opens)?.target ?? NOTHING
}
