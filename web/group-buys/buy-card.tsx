import { useLingui } from '@lingui/react'
import { joinTexts } from '#domain/texts/errors.ts'
import { BuyFace } from './buy-face.tsx'
import { ALL_TAKEN } from './buy-texts.ts'
import { isOpen } from './is-open.ts'
import type { JoinOutcome } from './joining/join.ts'
import { JoinForm } from './joining/join-form.tsx'
import { useJoin } from './joining/use-join.ts'
import type { LiveCounts } from './live/live-counts.ts'
import { placesLeft } from './prices/places-left.ts'
import type { BuyCardRow, OwnPart } from './queries.ts'

interface BuyCardProps {
  buy: BuyCardRow
  /** Realtime counts, newer than those the page was rendered with. */
  live?: LiveCounts | undefined
  /** The server's time of the response. */
  now: string
  eager?: boolean
  /** The heading level: below the page's heading, or below a section's. */
  headingLevel?: 'h2' | 'h3'
  join: {
    key: string
    signedIn: boolean
    ownVendorId: string | null
    outcome: JoinOutcome | null
    /** The viewer's orders in the buys of the list. */
    parts: readonly OwnPart[]
  }
}

/** A buy in a list, with its newest counts. Signed-in viewers also get quantity and Join. */
export function BuyCard({ buy, live, now, eager = false, headingLevel = 'h2', join }: BuyCardProps) {
  const { i18n } = useLingui()
  const counts = { ...buy, ...live }
  const parts = join.parts.filter(({ group_buy_id }) => group_buy_id === buy.id)
  const joining = useJoin({ buy: counts, parts, actionResult: join.outcome, now })
  const ownShop = join.ownVendorId === buy.vendor_id
  return (
    <BuyFace
      buy={counts}
      now={now}
      eager={eager}
      headingLevel={headingLevel}
      action={
        !isOpen(counts, now) ? (
          <p className="font-semibold text-pepper">{i18n.t(joinTexts.notActive)}</p>
        ) : joining.mine === 0 && placesLeft(counts, 0) === 0 ? (
          <p className="font-semibold text-pepper">{i18n.t(ALL_TAKEN)}</p>
        ) : (
          <JoinForm
            buy={buy}
            join={joining}
            now={now}
            joinKey={join.key}
            signedIn={join.signedIn}
            ownShop={ownShop}
            quiet
          />
        )
      }
    />
  )
}
