import { type ShopChangeState, type ShopFact, shopChangeLabels, shopFacts } from '#domain/vendors/shop-change.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { datedMoment } from '#web/ui/format.ts'

export interface ListedChange {
  id: string
  business_name: string | null
  registration_number: string | null
  address: string | null
  former_name: string
  former_registration_number: string | null
  former_address: string | null
  reason: string
  status: string
  requested_at: string
  decided_at: string | null
  decision_note: string
}

const tones: Record<ShopChangeState, BadgeTone> = {
  open: 'warm',
  withdrawn: 'plain',
  approved: 'good',
  refused: 'urgent',
}

/** One change request: its state, and each value before and after. */
export function ShopChange({ change }: { change: ListedChange }) {
  const state = change.status as ShopChangeState
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[state]}>{shopChangeLabels[state]}</Badge>
        <span className="text-14 text-soft">Asked {datedMoment(change.requested_at)}</span>
      </p>
      <dl className="grid gap-2">
        {changeRows(change).map(({ label, from, to }) => (
          <div key={label}>
            <dt className="text-14 text-soft">{label}</dt>
            <dd className="break-words whitespace-pre-wrap">
              <span className="text-soft">
                <span className="sr-only">From </span>
                {from ?? 'not given'}
              </span>
              <span aria-hidden="true"> → </span>
              <strong>
                <span className="sr-only">to </span>
                {to}
              </strong>
            </dd>
          </div>
        ))}
      </dl>
      <p className="break-words whitespace-pre-wrap">Why: {change.reason}</p>
      {change.decision_note && <p className="break-words whitespace-pre-wrap">Answer: {change.decision_note}</p>}
    </div>
  )
}

function changeRows(change: ListedChange): { label: string; from: string | null; to: string }[] {
  const before: Record<ShopFact, string | null> = {
    business_name: change.former_name,
    registration_number: change.former_registration_number,
    address: change.former_address,
  }
  return (Object.keys(shopFacts) as ShopFact[]).flatMap((fact) => {
    const to = change[fact]
    return to === null ? [] : [{ label: shopFacts[fact], from: before[fact], to }]
  })
}
