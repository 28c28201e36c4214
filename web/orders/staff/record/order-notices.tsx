import { claimStatusText } from '#domain/claims/claim-texts.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { datedMoment, kobo, moment } from '#web/ui/format.ts'
import type { StaffOrder } from './order-queries.ts'

/** Claims about the order. */
export function OrderClaims({ order: { claims } }: { order: StaffOrder }) {
  if (claims.length === 0) return null
  return (
    <RecordSection id="claims" title="Claims">
      <ul className="grid gap-1">
        {claims.map(({ id, claim_no: number, status, requested_kobo: requested, created_at: at }) => (
          <li key={id}>
            <RecordLink kind="claim" id={id}>
              Claim {number}
            </RecordLink>{' '}
            for {kobo(requested)}, {datedMoment(at)}:{' '}
            {claimStatusText(status as ClaimState, { outcomeKobo: 0, returnedGoodsKobo: null }).toLowerCase()}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

/** Notices that the buyer got about the order, and conversations with the shop. */
export function OrderNotices({ order: { notices, conversations } }: { order: StaffOrder }) {
  return (
    <RecordSection id="told" title="What the buyer was told">
      {notices.length === 0 && conversations.length === 0 && <p className="text-soft">Nothing in the past weeks.</p>}
      <ul className="grid gap-2 empty:hidden">
        {notices.map(({ id, title, created_at: at, read_at: read }) => (
          <li key={id} className="wrap-anywhere">
            {title}
            <span className="block text-14 text-soft">
              {datedMoment(at)}, {read ? `read ${moment(read)}` : 'not read in the app'}
            </span>
          </li>
        ))}
        {conversations.map(({ id, last_message_at: at }) => (
          <li key={id}>
            Conversation of buyer and shop
            <span className="block text-14 text-soft">Last message {datedMoment(at)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
