import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { BuyCard } from '#web/group-buys/buy-card.tsx'
import type { JoinOutcome } from '#web/group-buys/joining/join.ts'
import { LostOutcome } from '#web/group-buys/joining/lost-outcome.tsx'
import offlineScript from '#web/group-buys/joining/say-offline.js?url&no-inline'
import { useLiveCounts } from '#web/group-buys/live/use-live-counts.ts'
import type { BuyCardRow, OwnPart } from '#web/group-buys/queries.ts'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { ErrorState } from '#web/ui/states.tsx'

interface BuyGridProps {
  /** Each with the idempotency key of its join form. */
  buys: readonly (BuyCardRow & { joinKey: string })[]
  /** The error message shown instead of the list. */
  failure: string | null
  /** The empty state. */
  empty: ReactNode
  now: string
  signedIn: boolean
  ownVendorId: string | null
  /** The viewer's orders in the buys shown. */
  parts: readonly OwnPart[]
  /** The result of a join without scripts. */
  outcome: JoinOutcome | null
}

/** Group buys as part of another page, updated live. */
export function BuyGrid({ buys, failure, empty, now, ...join }: BuyGridProps) {
  const { i18n } = useLingui()
  const live = useLiveCounts(
    buys.map(({ id }) => id),
    now,
  )
  if (failure) return <ErrorState message={failure} />
  return (
    <>
      <LostOutcome outcome={join.outcome} shown={buys} now={now} />
      {buys.length === 0 ? (
        empty
      ) : (
        <DealGrid label={i18n.t('Active group buys')}>
          {buys.map((buy) => (
            <li key={buy.id}>
              <BuyCard
                buy={buy}
                live={live.get(buy.id)}
                now={now}
                headingLevel="h3"
                join={{ key: buy.joinKey, ...join }}
              />
            </li>
          ))}
        </DealGrid>
      )}
      {join.signedIn && <script src={offlineScript} defer />}
    </>
  )
}
