import type { ReactNode } from 'react'
import { DealGrid } from '#web/ui/deal-card.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { BuyCard } from '../group-buys/buy-card.tsx'
import type { JoinOutcome } from '../group-buys/join.ts'
import { useLiveCounts } from '../group-buys/live.ts'
import { LostOutcome } from '../group-buys/lost-outcome.tsx'
import type { BuyCardRow, OwnPart } from '../group-buys/queries.ts'

interface BuyGridProps {
  /** Each with the client-made key of its next Join. */
  buys: readonly (BuyCardRow & { joinKey: string })[]
  /** The text in place of the list. */
  failure: string | null
  /** What stands here when there are none. */
  empty: ReactNode
  now: string
  signedIn: boolean
  ownVendorId: string | null
  /** The viewer's orders in any of the shown buys. */
  parts: readonly OwnPart[]
  /** What the page answered to a Join without scripts. */
  outcome: JoinOutcome | null
  /** Path of the page, to come back to after signing in. */
  here: string
}

/** Group buys as a part of another page; they move while one looks. */
export function BuyGrid({ buys, failure, empty, now, here, ...join }: BuyGridProps) {
  const live = useLiveCounts(
    buys.map(({ id }) => id),
    now,
  )
  if (failure) return <ErrorState message={failure} />
  return (
    <>
      <LostOutcome outcome={join.outcome} shown={buys} />
      {buys.length === 0 ? (
        empty
      ) : (
        <DealGrid label="Active group buys">
          {buys.map((buy) => (
            <li key={buy.id}>
              <BuyCard
                buy={buy}
                live={live.get(buy.id)}
                now={now}
                headingLevel="h3"
                join={{ key: buy.joinKey, here, ...join }}
              />
            </li>
          ))}
        </DealGrid>
      )}
    </>
  )
}
