import { useEffect, useState } from 'react'
import { checkFeaturedDeal } from '#domain/deals/featured-deal.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { nairaToKobo } from '#domain/money.ts'
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
  // Each field alone, so that one that is not finished does not empty the others.
  const price = checkFeaturedDeal({ name: 'Name', unit: 'bag', base_price: typed.base_price })
  const options = checkFeaturedDeal({ name: 'Name', unit: 'bag', base_price: '1', options: typed.options })
  return (
    <ul className="deal-grid" aria-label="The deal’s card">
      <li>
        <FeaturedDeal
          deal={{
            id,
            name: typed.name?.trim() || 'Your name',
            base_price: price.ok ? Number(nairaToKobo(price.value.base_price)) / 100 : 0,
            unit: typed.unit?.trim() || 'unit',
            options: options.ok ? options.value.options : '[]',
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
