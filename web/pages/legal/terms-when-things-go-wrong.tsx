import { brand } from '#domain/brand/brand.ts'
import { figures } from '../figures.ts'
import { ContactLine } from './contact-line.tsx'
import type { LegalSection } from './legal-page.tsx'

/** Refunds, claims, disputes, liability, changes. */
export const termsWhenThingsGoWrong: readonly LegalSection[] = [
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          A refund goes back to the source of payment and takes {figures.refundTime}; you can follow it on your order.
          What was paid in PEPS comes back as PEPS.
        </p>
        <p>
          Food that is unsafe, spoiled, short or not what was offered is refunded in full for the affected part,
          whatever these terms say about leaving late.
        </p>
      </>
    ),
  },
  {
    id: 'disputes',
    title: 'Claims and disputes',
    body: (
      <>
        <ul>
          <li>
            Make a claim on the order, with a photo or video: within 12 hours of hand-over for vegetables, fruits, meat
            and seafood, within 72 hours for other food, within 7 days of the due date for food that never came.
          </li>
          <li>The vendor answers within 2 business days. Silence counts as agreement.</li>
          <li>
            If the vendor contests it, it becomes a dispute. We decide it within {figures.disputeTime}, through people
            who have no part in the order. You may appeal once.
          </li>
          <li>The payout for the disputed food is held until then.</li>
        </ul>
        <p>
          You can go to the Federal Competition and Consumer Protection Commission or to a court at any time; you do not
          have to wait for us.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Joining without intending to pay, or with several accounts, to influence a price or a rank.</li>
        <li>False claims, and goods or messages that the law forbids.</li>
        <li>Arranging payment outside {brand.name} for a deal found here.</li>
        <li>Disrupting the site, or reading what you are not entitled to read.</li>
      </ul>
    ),
  },
  {
    id: 'liability',
    title: 'What we are responsible for',
    body: (
      <>
        <p>
          We are responsible for running the market with care, for the money we hold, and for food while it is stored at
          our pickup points. The vendor is responsible for the food: that it is safe, as described and on time.
        </p>
        <p>
          We are not responsible for what is beyond our control, such as floods, strikes or network failures, except to
          refund what did not arrive. Nothing here limits liability that the law does not allow to be limited.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We announce changes before they take effect; changes to the reward programme at least {figures.rewardNotice}{' '}
        before. An order keeps the terms under which it was placed.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law',
    body: (
      <p>The law of the Federal Republic of Nigeria applies. If one clause is invalid, the others remain in force.</p>
    ),
  },
  { id: 'contact', title: 'Contact', body: <ContactLine /> },
]
