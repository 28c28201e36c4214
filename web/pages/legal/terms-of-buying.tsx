import { figures } from '../figures.ts'
import type { SettingFigures } from '../setting-figures.ts'
import type { LegalSection } from './legal-page.tsx'

/** Joining, paying, leaving, collecting. */
export const termsOfBuying = (settings: SettingFigures): readonly LegalSection[] => [
  {
    id: 'group-buys',
    title: 'Group buys and prices',
    body: (
      <>
        <p>
          A group buy is an offer by one vendor for one product, open until a stated time. The vendor’s facts (name,
          unit, base price, price tiers, sharing day, fees) are fixed when the buy is published.
        </p>
        <ul>
          <li>
            The price is that of the highest tier the group has reached, otherwise the base price. A person counts once,
            whatever the quantity.
          </li>
          <li>
            You are shown the base price, the price now, which counts on everybody who joined, and the most you can pay.
            The price now may go up or down until the group buy settles. You never pay more than the most you were
            shown.
          </li>
          <li>
            The final price depends on how many people have paid when payment is due. It is the same for everyone, and
            anything you paid above it comes back with its share of the fee, as PEPS or to the source of payment, as you
            choose.
          </li>
          <li>You cannot join your own shop’s group buy.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'payment',
    title: 'Payment and fees',
    body: (
      <ul>
        <li>
          Payment is due {figures.paymentDue}, at the end of that day. In a buy that asks for payment on joining, your
          place is held for {settings.joinHoldMinutes} minutes. An unpaid place is given up.
        </li>
        <li>
          A buyer pays a transaction fee of {settings.buyerFee} of the goods, counted once per order and rounded down.
          Delivery is charged separately, without this fee. Every amount is shown before you pay.
        </li>
        <li>You may pay in naira, with PEPS, or with some of each.</li>
        <li>Only the payment company’s own confirmation counts as payment; a picture of a transfer does not.</li>
        <li>Your money is held and goes to the vendor only after hand-over, once the time for claims has passed.</li>
      </ul>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving and cancelling',
    body: (
      <ul>
        <li>
          You may leave a group buy with a full refund, fee included, until {figures.freeLeaving}, and within 1 hour of
          paying while the window is open.
        </li>
        <li>
          After that, until payment is due, you may leave for a charge of at most {settings.lateLeaveCharge} of the
          goods, which goes to the vendor. There is no charge if somebody takes your place.
        </li>
        <li>
          You may always leave with a full refund if the terms change: if the date moves by more than 2 days, if the
          product or its grade is different, if the pickup point moves, or while a buy is being extended.
        </li>
        <li>
          You can cancel a bulk order free of charge until 72 hours before its sharing day or, if it has none, until it
          is packed.
        </li>
        <li>If a buy fails or the vendor cancels it, everybody is refunded in full automatically.</li>
      </ul>
    ),
  },
  {
    id: 'handover',
    title: 'Pickup, delivery and stockpiling',
    body: (
      <ul>
        <li>Food is handed over against your code. Give the code only when the food is in your hands.</li>
        <li>
          You may name another person to collect. Whoever has that person’s code is considered to collect for you.
        </li>
        <li>
          Collect within 48 hours of the ready notice for vegetables, fruits, meat and seafood, within 7 days otherwise.
        </li>
        <li>
          Food that keeps may be stockpiled for up to {figures.stockpile} from the ready notice, where the vendor offers
          it, and collected in parts. Perishable food is never stockpiled.
        </li>
        <li>
          After that time we call you and offer delivery, resale on your behalf or donation. You never lose food without
          hearing from us.
        </li>
        <li>If less arrives than was bought, it is shared out fairly and the rest is refunded, without a claim.</li>
      </ul>
    ),
  },
]
